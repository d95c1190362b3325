-- Reminders, their firings, and what Sidecar says without having been asked.

create table reminders (
    id           integer primary key autoincrement,
    person_id    text not null references people (id),
    message      text not null,
    folded       text not null,  -- lower case, without accents: what a search looks at
    due_at       text not null,  -- the next firing
    zone         text not null,
    words        text not null,  -- as the person said it
    rrule        text not null default '',
    first_local  text,           -- the rule's anchor, local time
    state        text not null check (state in ('pending', 'attempting', 'delivered', 'cancelled', 'missed')),
    late         integer not null default 0,
    revision     integer not null default 0,
    created_at   text not null
);
create index reminders_due on reminders (due_at) where state = 'pending';
create index reminders_person on reminders (person_id, state, due_at);

-- A notification may go to several channels, each a row of the outbox, and may speak of several firings.
create table notifications (
    id          integer primary key,
    person_id   text not null references people (id),
    kind        text not null check (kind in ('reminder', 'warning', 'spontaneous')),
    text        text not null,
    created_at  text not null
);

create table firings (
    id               integer primary key,
    person_id        text not null references people (id),
    reminder_id      integer not null references reminders (id),
    notification_id  integer not null references notifications (id),
    due_at           text not null,
    last_due_at      text not null,
    times            integer not null,
    late             integer not null,
    state            text not null check (state in ('attempting', 'delivered', 'missed', 'dismissed')),
    settled_at       text
);
create index firings_reminder on firings (reminder_id, id);
create index firings_notification on firings (notification_id);
create index firings_open on firings (person_id, id) where state in ('attempting', 'missed');

-- The outbox learns of notifications, and of what may have been sent and is not sent again unasked.
create table outbox_next (
    id               integer primary key,
    person_id        text not null references people (id),
    turn_id          integer references inbox (id),
    notification_id  integer references notifications (id),
    channel          text not null,
    address          text not null,
    kind             text not null check (kind in ('reply', 'notification')),
    text             text not null,
    dedup_key        text not null unique,
    state            text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'uncertain')),
    maybe_seen       integer not null default 0,
    attempts         integer not null default 0,
    error            text not null default '',
    not_before       text not null,
    external_id      text not null default '',
    created_at       text not null,
    taken_at         text,
    sent_at          text
);
insert into outbox_next (id, person_id, turn_id, channel, address, kind, text, dedup_key, state, maybe_seen, attempts,
    error, not_before, external_id, created_at, sent_at)
select id, person_id, turn_id, channel, address, kind, text, dedup_key, state, maybe_seen, attempts,
    error, not_before, external_id, created_at, sent_at from outbox;
drop table outbox;
alter table outbox_next rename to outbox;
create index outbox_open on outbox (channel, address, id) where state in ('waiting', 'sending');
create index outbox_turn on outbox (turn_id);
create index outbox_notification on outbox (notification_id);
