-- What a tool may do, who wanted it, and what was decided: with what came of it, this is the audit log.

alter table tool_runs add column permission text not null default '';  -- read, write, external, dangerous; '': unknown
alter table tool_runs add column requester text not null default '';   -- person, model, outside: after a text from there
alter table tool_runs add column decision text not null default '';    -- allowed, denied, asked, agreed, refused, expired
alter table tool_runs add column source text not null default '';      -- the site of the text from outside
create index tool_runs_effects on tool_runs (person_id, id) where permission not in ('', 'read');

-- Calls that wait for the person's yes. The turn that asked last is the one before the answer.
create table held_calls (
    id           integer primary key,
    person_id    text not null references people (id),
    turn_id      integer not null references inbox (id),
    call_id      text not null,
    name         text not null,
    arguments    text not null,  -- JSON
    question     text not null,  -- as the person was asked
    subject      text not null,  -- what a lasting answer would be about
    permission   text not null,
    requester    text not null,
    source       text not null,
    asked_at     text not null,
    asked_in     integer not null references inbox (id),
    state        text not null default 'open' check (state in ('open', 'agreed', 'refused', 'expired')),
    answered_in  integer references inbox (id)
);
create index held_calls_open on held_calls (person_id) where state = 'open';

-- Answers that count for later too: "yes, always", "no, never".
create table lasting_answers (
    id         integer primary key,
    person_id  text not null references people (id),
    name       text not null,  -- of the tool
    subject    text not null,
    agreed     integer not null,
    at         text not null,
    unique (person_id, name, subject)
);

-- A key or password was masked in the message before it was stored.
alter table inbox add column secrets_masked integer not null default 0;

create trigger held_calls_erased after insert on held_calls
when exists (select 1 from inbox where id = new.turn_id and forgotten = 'erased') begin
    update held_calls set arguments = '{}', question = '' where id = new.id;
end;
