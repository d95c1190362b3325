-- What the person changed of their reminders, so that the last changes can be taken back.

create table reminder_changes (
    id           integer primary key,
    person_id    text not null references people (id),
    reminder_id  integer not null references reminders (id),
    turn_id      integer,  -- of inbox; changes of one message are taken back together
    before       text                            -- JSON: its columns before; null where it was set
);
create index reminder_changes_person on reminder_changes (person_id, id);
