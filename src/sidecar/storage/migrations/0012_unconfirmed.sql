-- Changes of protected facts that wait for the person's word are looked for at every answer.

create index facts_unconfirmed on facts (person_id) where awaits is not null and superseded_by is null;
