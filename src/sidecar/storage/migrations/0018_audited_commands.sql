-- Commands of the person stand in the audit log beside the calls of tools: they have no turn, but a channel.

alter table tool_runs add column channel text not null default '';  -- '': that of the turn
