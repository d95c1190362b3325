-- What the person asked to forget. A hidden turn is in no prompt, quotation or search; an erased one has lost its words,
-- and what is written into it later has none either.

alter table inbox add column forgotten text check (forgotten in ('hidden', 'erased'));
create index inbox_forgotten on inbox (id) where forgotten is not null;
update inbox set forgotten = 'erased', text = '' where text = '[…]';
update messages set text = '', tool_calls = '[]' where turn_id in (select id from inbox where forgotten = 'erased');
update tool_runs set content = '' where turn_id in (select id from inbox where forgotten = 'erased');
update outbox set text = '' where turn_id in (select id from inbox where forgotten = 'erased');

-- the messages that may be used: everything that brings something up reads these
create view remembered_messages as
select * from messages
where not exists (select 1 from inbox where id = messages.turn_id and forgotten is not null);

create trigger messages_erased after insert on messages
when exists (select 1 from inbox where id = new.turn_id and forgotten = 'erased') begin
    update messages set text = '', tool_calls = '[]' where id = new.id;
end;
create trigger tool_runs_erased after insert on tool_runs
when exists (select 1 from inbox where id = new.turn_id and forgotten = 'erased') begin
    update tool_runs set arguments = '{}', content = '' where id = new.id;
end;
create trigger model_requests_erased after insert on model_requests
when new.prompt is not null and exists (select 1 from inbox where id = new.turn_id and forgotten = 'erased') begin
    update model_requests set prompt = null where id = new.id;
end;
create trigger model_requests_reprompted after update of prompt on model_requests
when new.prompt is not null and exists (select 1 from inbox where id = new.turn_id and forgotten = 'erased') begin
    update model_requests set prompt = null where id = new.id;
end;
create trigger inbox_erased after update of state, forgotten on inbox
when new.forgotten = 'erased' and new.state = 'done' begin
    update inbox set text = '', attachments = '[]', metadata = '{}' where id = new.id;
end;
create trigger outbox_erased after update of state on outbox
when new.state = 'sent' and exists (select 1 from inbox where id = new.turn_id and forgotten = 'erased') begin
    update outbox set text = '' where id = new.id;
end;

-- What the person is asked after forgetting, or before: what would be forgotten and erased on their yes. It stands until
-- their next message, the first after this turn.
create table forget_offers (
    person_id   text primary key references people (id),
    after_turn  integer not null,
    asked_in    integer,
    facts       text not null,  -- JSON lists: ids of facts, turns and reminders, names of files
    turns       text not null,
    reminders   text not null,
    copies      text not null
);
