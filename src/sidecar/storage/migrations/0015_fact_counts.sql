-- How many facts matter now is counted after each change: from indexes that hold all that is asked, without the facts.

drop index facts_ageing;
create index facts_ageing on facts (person_id, confirmed, until, stale, superseded_by)
    where superseded_by is null and stale = 0;
create index facts_lasting_days on facts (person_id, superseded_by, confirmed, until, stale, critical, domain, pinned)
    where superseded_by is null and (critical = 1 or domain = 'health' or pinned > 0);
