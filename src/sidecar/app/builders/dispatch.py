"""Builds the dispatcher and the conversation that answers its messages."""

from __future__ import annotations

from sidecar.app.home_services import Services
from sidecar.app.memory.lazy_memory import LazyMemory
from sidecar.app.notices import HomeNotices
from sidecar.channels import find_channels
from sidecar.conversation.approval import ApprovalDesk
from sidecar.conversation.turn import Conversation
from sidecar.dispatch.commands import CommandRegistry
from sidecar.dispatch.delivery import Delivery
from sidecar.dispatch.dispatcher import Dispatcher
from sidecar.dispatch.identity import LocalIdentity
from sidecar.memory.fact_selector import FactSelector
from sidecar.providers.registry import ModelRegistry
from sidecar.storage.held_calls import SqlHeldCalls
from sidecar.storage.messages import SqlHistory
from sidecar.tools.registry import ToolRegistry


def build_dispatcher(
    services: Services,
    models: ModelRegistry,
    toolbox: ToolRegistry,
    memory: LazyMemory,
    commands: CommandRegistry,
    delivery: Delivery,
) -> Dispatcher:
    channels = find_channels()
    conversation = Conversation(
        history=SqlHistory(services.db),
        profile=services.profile,
        facts=FactSelector(services.facts.store, services.today),
        memories=memory,
        models=models,
        toolbox=toolbox,
        clock=services.clock,
        limits=lambda: services.settings.current().turn,
        asked_to_erase=services.facts.forgetting.is_asked,
        read_edits=memory.read_edits,
        notices=HomeNotices(services),
        reminders=services.reminders(),
        approvals=ApprovalDesk(
            SqlHeldCalls(services.db),
            toolbox,
            services.clock,
            lambda: services.settings.current().permissions.answer_within,
        ),
        channel_note=lambda name: channels[name].prompt_note if name in channels else name,
    )
    return Dispatcher(
        services.inbox,
        delivery,
        conversation.take_turn,
        commands,
        services.texts,
        services.clock,
        identity=LocalIdentity(),
    )
