-- What Sidecar knows about a person, the words by which it is found, and the messages still to be read for facts.

create table facts (
    id             integer primary key autoincrement,
    person_id      text not null references people (id),
    text           text not null,
    domain         text not null,
    subject        text not null check (subject in ('user', 'other')),
    confidence     text not null check (confidence in ('high', 'medium', 'low')),
    source         text not null check (source in ('explicit', 'inferred', 'migrated', 'file')),
    scope          text not null check (scope in ('global', 'project', 'session')),
    weight         integer not null,
    critical       integer not null default 0,
    stale          integer not null default 0,
    learned        text not null,  -- local dates
    confirmed      text not null,
    superseded_by  integer,        -- the fact that took its place: then it is in the archive
    awaits         integer,        -- the protected fact that it would replace if the person said so
    origin         integer references inbox (id)
);
create index facts_person on facts (person_id, id);
create index facts_prominent on facts (person_id, weight desc, confirmed desc) where superseded_by is null;
create index facts_protected on facts (person_id, weight desc, confirmed desc)
    where superseded_by is null and (critical = 1 or domain = 'health');
create index facts_ageing on facts (person_id, confirmed) where superseded_by is null and stale = 0;

create table fact_stems (
    person_id  text not null,
    stem       text not null,
    fact_id    integer not null references facts (id),
    primary key (person_id, stem, fact_id)
) without rowid;
create index fact_stems_fact on fact_stems (fact_id);

-- The messages in which a fact was told, and its text since then.
create table fact_evidence (
    fact_id    integer not null references facts (id),
    turn_id    integer not null references inbox (id),
    person_id  text not null references people (id),
    text       text not null,
    primary key (fact_id, turn_id)
) without rowid;
create index fact_evidence_turn on fact_evidence (turn_id);

-- The version grows with every change of a person's facts. `seen` and `written`: see `memory.ports.FileState`.
create table memory_state (
    person_id        text primary key references people (id),
    version          integer not null,
    seen             text,
    written          text,
    written_version  integer
);

create table extraction_jobs (
    id          integer primary key,
    person_id   text not null references people (id),
    turn_id     integer not null unique references inbox (id),
    state       text not null default 'pending' check (state in ('pending', 'processing', 'completed', 'failed')),
    by_patterns integer not null default 0,  -- the patterns have read it; a model has not
    attempts    integer not null default 0,
    not_before  text not null,
    taken_at    text,
    ended_at    text,
    error       text not null default ''
);
create index extraction_jobs_open on extraction_jobs (id) where state in ('pending', 'processing');
create index extraction_jobs_ended on extraction_jobs (ended_at) where state = 'failed';

-- How far the messages have been brought into the search index: the largest number of all.
create table index_progress (
    person_id  text primary key references people (id),
    reached    integer not null
);
