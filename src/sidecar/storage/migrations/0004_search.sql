-- What can be found again. All of it is derived: it can be made anew from messages, facts, summaries and files.

create table search_shelves (
    id          integer primary key,
    person_id   text not null references people (id),
    collection  text not null,
    documents   integer not null default 0,
    unique (person_id, collection)
);

create table search_documents (
    id         integer primary key autoincrement,
    person_id  text not null references people (id),
    shelf_id   integer not null references search_shelves (id) on delete cascade,
    kind       text not null,
    source     text not null,
    text       text not null,
    digest     blob not null,  -- of the text
    words      text not null,  -- as the index has them, each with the number of its shelf before it: 12_casa
    at         text,
    speaker    text not null,
    channel    text not null,
    domain     text not null,
    thread     text not null,
    position   integer not null,
    queued     integer not null default 0,
    unique (shelf_id, kind, source)
);
create index search_documents_thread on search_documents (shelf_id, thread, position, id) where thread <> '';
create index search_documents_at on search_documents (shelf_id, at);
create index search_documents_digest on search_documents (person_id, digest);
create index search_documents_queued on search_documents (person_id, id) where queued = 1;

create table search_speakers (
    shelf_id   integer not null references search_shelves (id) on delete cascade,
    speaker    text not null,
    person_id  text not null references people (id),  -- after the key: SQLite 3.40 miscounts in its check otherwise
    primary key (shelf_id, speaker)
) without rowid;

create table search_vectors (
    id           integer primary key autoincrement,
    person_id    text not null references people (id),
    shelf_id     integer not null,
    document_id  integer not null unique references search_documents (id) on delete cascade,
    embedder     text not null,
    vector       blob not null  -- 16-bit floats
);
create index search_vectors_shelf on search_vectors (shelf_id, embedder, id);

-- Documents that left the queue of those that wait for a vector because it was full.
create table search_dropped (
    person_id  text primary key references people (id),
    documents  integer not null
);

create virtual table search_words using fts5 (
    words, content = 'search_documents', content_rowid = 'id',
    tokenize = "unicode61 remove_diacritics 0 tokenchars '_'"
);
create trigger search_documents_added after insert on search_documents begin
    insert into search_words (rowid, words) values (new.id, new.words);
    update search_shelves set documents = documents + 1 where id = new.shelf_id;
end;
create trigger search_documents_taken after delete on search_documents begin
    insert into search_words (search_words, rowid, words) values ('delete', old.id, old.words);
    update search_shelves set documents = documents - 1 where id = old.shelf_id;
end;
create trigger search_documents_reworded after update of words on search_documents when old.words <> new.words begin
    insert into search_words (search_words, rowid, words) values ('delete', old.id, old.words);
    insert into search_words (rowid, words) values (new.id, new.words);
end;
create trigger search_documents_changed after update of digest on search_documents when old.digest <> new.digest begin
    delete from search_vectors where document_id = old.id;
end;
