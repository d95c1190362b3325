-- A document's vector is also made of what stands beside it in its thread: when that changes it is made again, and the
-- old one serves until then.

alter table search_vectors add column outdated integer not null default 0;

-- Everything is indexed once more: threads of messages end at pauses, the archive of facts is found, words are others.
update index_progress set reached = 0;
create table unindexed_facts (
    id         integer primary key,
    person_id  text not null references people (id)
);
insert into unindexed_facts select id, person_id from facts;

update search_vectors set outdated = 1 where document_id in (select id from search_documents where thread <> '');

create trigger search_vectors_outdated after update of outdated on search_vectors when new.outdated = 1 begin
    update search_documents set queued = 1 where id = new.document_id and queued = 0;
end;

create view search_beside as
    select d.id, (
        select b.id from search_documents b
        where b.shelf_id = d.shelf_id and b.thread = d.thread and b.thread <> ''
          and (b.position, b.id) < (d.position, d.id)
        order by b.position desc, b.id desc limit 1
    ) as before, (
        select b.id from search_documents b
        where b.shelf_id = d.shelf_id and b.thread = d.thread and b.thread <> ''
          and (b.position, b.id) > (d.position, d.id)
        order by b.position, b.id limit 1
    ) as after
    from search_documents d;

create trigger search_documents_beside_added after insert on search_documents when new.thread <> '' begin
    update search_vectors set outdated = 1 where document_id in (
        select before from search_beside where id = new.id union all select after from search_beside where id = new.id
    );
end;
create trigger search_documents_beside_changed after update of digest on search_documents
when old.digest <> new.digest and new.thread <> '' begin
    update search_vectors set outdated = 1 where document_id in (
        select before from search_beside where id = new.id union all select after from search_beside where id = new.id
    );
end;
create trigger search_documents_beside_taken before delete on search_documents when old.thread <> '' begin
    update search_vectors set outdated = 1 where document_id in (
        select before from search_beside where id = old.id union all select after from search_beside where id = old.id
    );
end;
