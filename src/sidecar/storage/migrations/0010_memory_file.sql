-- The versions of MEMORY.md, to tell what an old copy of it changes; see `memory.ports.FileRecord`.

alter table memory_state rename column written to file;
alter table memory_state rename column written_version to file_version;
alter table memory_state add column file_number integer not null default 0;
update memory_state set seen = null;  -- no longer used

create table memory_file_steps (
    person_id  text not null references people (id),
    number     integer not null,  -- from version `number` of the file back to the one before it
    stamp      text not null,     -- of the one before
    is_read    integer not null,  -- the one before was read as somebody had edited it, not written
    frame      text,              -- of the one before; '': the same, null: unknown
    at         text not null,
    primary key (person_id, number)
) without rowid;
create table memory_file_lines (
    person_id  text not null references people (id),
    number     integer not null,
    fact_id    integer not null,
    heading    text not null,
    line       text,              -- null: there was none; '': it is forgotten
    digest     integer not null,
    primary key (person_id, number, fact_id)
) without rowid;
create index memory_file_lines_fact on memory_file_lines (person_id, fact_id);

-- In which version of a person's facts each was last changed. The row of a forgotten fact stays.
create table fact_versions (
    fact_id    integer primary key,
    person_id  text not null references people (id),
    version    integer not null
);
create index fact_versions_changed on fact_versions (person_id, version);
