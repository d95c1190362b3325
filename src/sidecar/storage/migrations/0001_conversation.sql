-- People, what they say, what is answered, what it cost. Every table carries the person.
-- Times are UTC text, `2026-03-15T12:30:00.000000Z`: they sort, and a person can read them.

create table people (
    id          text primary key,
    created_at  text not null
);

create table conversations (
    id          integer primary key,
    person_id   text not null references people (id),
    started_at  text not null,
    ended_at    text
);
create unique index conversations_current on conversations (person_id) where ended_at is null;

-- The queue. A row's id is the turn's number and its place in the queue.
create table inbox (
    id               integer primary key autoincrement,
    person_id        text not null references people (id),
    conversation_id  integer not null references conversations (id),
    channel          text not null,
    external_id      text not null,
    address          text not null,
    reply_to         text not null,
    text             text not null,
    attachments      text not null,  -- JSON list
    metadata         text not null,  -- JSON object
    received_at      text not null,
    state            text not null default 'waiting' check (state in ('waiting', 'answering', 'done')),
    attempts         integer not null default 0,
    stop_requested   integer not null default 0,  -- by a process that waits beside the one that answers
    -- how it was answered
    finished_at      text,
    handled_by       text not null default '',
    ending           text not null default '',
    error_code       text not null default '',
    model_ms         real not null default 0,
    tools_ms         real not null default 0,
    total_ms         real not null default 0
);
create index inbox_open on inbox (person_id, id) where state <> 'done';
create index inbox_external on inbox (person_id, channel, external_id, received_at);
create index inbox_conversation on inbox (person_id, conversation_id, id);

create table messages (
    id               integer primary key,
    person_id        text not null references people (id),
    conversation_id  integer not null references conversations (id),
    turn_id          integer references inbox (id),
    channel          text not null,
    speaker          text not null check (speaker in ('person', 'companion', 'tool')),
    standing         text not null default 'whole',
    text             text not null,
    tool_calls       text not null default '[]',  -- JSON list of {id, name, arguments}
    tool_call_id     text not null default '',
    at               text not null
);
create index messages_conversation on messages (person_id, conversation_id, turn_id, id);
create index messages_turn on messages (turn_id);

create table outbox (
    id           integer primary key,
    person_id    text not null references people (id),
    turn_id      integer references inbox (id),
    channel      text not null,
    address      text not null,
    kind         text not null check (kind in ('reply', 'notification')),
    text         text not null,
    dedup_key    text not null unique,
    state        text not null default 'waiting' check (state in ('waiting', 'sending', 'sent')),
    maybe_seen   integer not null default 0,
    attempts     integer not null default 0,
    error        text not null default '',
    not_before   text not null,
    external_id  text not null default '',
    created_at   text not null,
    sent_at      text
);
create index outbox_open on outbox (channel, address, id) where state <> 'sent';
create index outbox_turn on outbox (turn_id);

create table model_requests (
    id                integer primary key,
    person_id         text not null references people (id),
    turn_id           integer references inbox (id),
    role              text not null,
    model             text not null,
    at                text not null,
    estimated_tokens  integer not null,
    input_tokens      integer not null,
    cached_tokens     integer not null,
    output_tokens     integer not null,
    cost_nanousd      bigint,  -- null: the price is not known
    first_token_ms    real,
    total_ms          real not null,
    error_code        text not null,
    prompt            blob  -- zlib-compressed JSON; only of the last turns
);
create index model_requests_at on model_requests (person_id, at);
create index model_requests_turn on model_requests (turn_id);
create index model_requests_prompt on model_requests (turn_id) where prompt is not null;
create index model_requests_model on model_requests (model, id);

create table tool_runs (
    id         integer primary key,
    person_id  text not null references people (id),
    turn_id    integer references inbox (id),
    call_id    text not null,
    name       text not null,
    arguments  text not null,
    content    text not null,
    error      text not null,
    ms         real not null,
    at         text not null
);
create index tool_runs_turn on tool_runs (turn_id);

-- Small things a person chose or Sidecar learned: the model of a conversation, a tokenizer's correction.
create table choices (
    person_id  text not null references people (id),
    key        text not null,
    value      text not null,
    primary key (person_id, key)
);
