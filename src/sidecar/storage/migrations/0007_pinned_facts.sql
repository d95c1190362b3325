-- Who the person is stays in every prompt: 2 of themselves, 1 of those near them, 0 anything else; null is not read yet.

alter table facts add column pinned integer;
drop index facts_protected;
create index facts_lasting on facts (person_id, weight desc, confirmed desc)
    where superseded_by is null and (critical = 1 or domain = 'health' or pinned > 0);
create index facts_unread on facts (person_id) where pinned is null;
