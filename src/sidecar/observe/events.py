"""The name of every event, each exactly once. The comment lists its fields; `?` marks one that is not always there."""

from __future__ import annotations

from enum import StrEnum


class Event(StrEnum):
    # the program
    STARTED = "started"  # home, version
    STOPPED = "stopped"
    SETTING_CHANGED = "setting.changed"  # key, error? (the change is not understood)
    PREFERENCES_WARNING = "preferences.warning"  # message, value, line?
    ROW_UNREADABLE = "row.unreadable"  # table, row, reason
    TASK_FAILED = "task.failed"  # task, error, traceback
    # a turn
    MESSAGE_RECEIVED = "message.received"  # channel, characters
    STRANGER_IGNORED = "stranger.ignored"  # channel, sender
    MESSAGE_DUPLICATE = "message.duplicate"  # channel, external_id
    COMMAND_HANDLED = "command.handled"  # command, channel
    AUDIT_LOST = "audit.lost"  # name (of the command), error
    TURN_STARTED = "turn.started"  # channel, attempt, waited_ms
    TURN_RECOVERED = "turn.recovered"  # messages
    TURN_FINISHED = "turn.finished"  # handled_by, ending (complete, cancelled, …), error, ms, own_ms
    TURN_FAILED = "turn.failed"  # error, traceback?
    TURN_TIMED_OUT = "turn.timed_out"  # seconds
    ROUTER_OVERRIDDEN = "router.overridden"  # (the person meant something else than what code did)
    # the brain
    HISTORY_CUT = "history.cut"  # turns_left_out, characters_left_out, tokens
    PROMPT_SANITISED = "prompt.sanitised"  # source, reason
    MODEL_REQUESTED = "model.requested"  # model, role, estimated_tokens
    MODEL_ANSWERED = "model.answered"  # model, first_token_ms, ms, input_tokens, cached_tokens, output_tokens, cost_usd
    MODEL_FAILED = "model.failed"  # model, error, message
    ACCOUNT_LOST = "account.lost"  # model, error
    MODEL_RETRIED = "model.retried"  # model, attempt, wait_s
    LOOP_LIMIT = "loop.limit"  # limit
    # tools
    TOOL_CALLED = "tool.called"  # tool, ok, ms, error, decision (allowed, asked, …; "": no such tool)
    TOOL_WITHDRAWN = "tool.withdrawn"  # tool
    ADDRESS_BLOCKED = "address.blocked"  # host, reason
    # delivery
    DELIVERED = "delivered"  # channel, kind, attempts
    DELIVERY_FAILED = "delivery.failed"  # channel, error, retry_s?
    # reminders
    REMINDER_CHANGED = "reminder.changed"  # change (set, edited, snoozed, skipped, cancelled, undone), reminder, due
    REMINDERS_FIRED = "reminders.fired"  # person, reminders
    REMINDERS_UNCERTAIN = "reminders.uncertain"  # person, firings
    CLOCK_JUMPED = "clock.jumped"  # seconds
    REMINDER_UNPHRASED = "reminder.unphrased"  # reminder, reason
    REMINDER_OVERLOOKED = "reminder.overlooked"  # set (by code, after a model had done nothing about it)
    # memory
    FACT_SAVED = "fact.saved"  # became, domain, kept_in
    FACTS_LEFT_OUT = "facts.left_out"  # facts, protected, ids
    FACTS_FORGOTTEN = "facts.forgotten"  # facts, messages
    EXTRACTED = "extraction.done"  # turn, facts, by_model
    EXTRACTION_FAILED = "extraction.failed"  # turn, attempt, error
    EXTRACTION_DROPPED = "extraction.dropped"  # expired, dropped
    EXTRACTION_BEHIND = "extraction.behind"  # pending
    INDEX_RECONCILED = "index.reconciled"  # missing, orphaned, outdated
    INDEX_BEHIND = "index.behind"  # person, dropped (documents that left the queue of those to be embedded)
    # storage
    MIGRATED = "storage.migrated"  # version_from, version_to, backup
    # models that are left alone, and money
    BREAKER_OPENED = "breaker.opened"  # model, error, seconds
    BREAKER_PROBED = "breaker.probed"  # model
    BREAKER_CLOSED = "breaker.closed"  # model
    MODEL_SKIPPED = "model.skipped"  # model?, role, reason (resting, or an error code), next? (who is asked instead)
    BUDGET_WARNING = "budget.warning"  # period, spent_usd, limit_usd
    BUDGET_SPENT = "budget.spent"  # period, model, role
    # models that run in a process of their own
    LOCAL_LOADED = "local.loaded"  # model, ms, context, threads, pid
    LOCAL_UNLOADED = "local.unloaded"  # model, reason (idle, another, died, closing)
    LOCAL_DIED = "local.died"  # model, exit_code, said
