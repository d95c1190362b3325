"""The name of every event, each exactly once. The comment says which fields come with it."""

from __future__ import annotations

from enum import StrEnum


class Event(StrEnum):
    # the program
    STARTED = "started"  # home, version, pid
    STOPPED = "stopped"  # seconds
    SETTING_CHANGED = "setting.changed"  # key
    PREFERENCES_WARNING = "preferences.warning"  # message
    TASK_FAILED = "task.failed"  # task, error, traceback
    # a turn
    MESSAGE_RECEIVED = "message.received"  # channel, characters
    MESSAGE_DUPLICATE = "message.duplicate"  # channel, external_id
    COMMAND_HANDLED = "command.handled"  # command, channel
    TURN_STARTED = "turn.started"  # channel, attempt
    TURN_RECOVERED = "turn.recovered"  # attempt
    TURN_FINISHED = "turn.finished"  # handled_by, ending (complete, cancelled, …), ms, own_ms
    TURN_FAILED = "turn.failed"  # error, traceback
    TURN_TIMED_OUT = "turn.timed_out"  # seconds
    # the brain
    HISTORY_CUT = "history.cut"  # turns_left_out, tokens
    PROMPT_SANITISED = "prompt.sanitised"  # source, reason
    MODEL_REQUESTED = "model.requested"  # model, role, estimated_tokens
    MODEL_ANSWERED = "model.answered"  # model, first_token_ms, ms, input_tokens, cached_tokens, output_tokens, cost_usd
    MODEL_FAILED = "model.failed"  # model, error, message
    ACCOUNT_LOST = "account.lost"  # model, error
    MODEL_RETRIED = "model.retried"  # model, attempt, wait_s
    LOOP_LIMIT = "loop.limit"  # limit
    # tools
    TOOL_CALLED = "tool.called"  # tool, ok, ms, error
    TOOL_WITHDRAWN = "tool.withdrawn"  # tool
    ADDRESS_BLOCKED = "address.blocked"  # host, reason
    # delivery
    DELIVERED = "delivered"  # channel, kind, attempts
    DELIVERY_FAILED = "delivery.failed"  # channel, error, retry_s
    # storage
    MIGRATED = "storage.migrated"  # version_from, version_to, backup
