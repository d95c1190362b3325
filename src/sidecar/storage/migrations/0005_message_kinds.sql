-- What a message is (`kind`) and whether it is whole (`completeness`) are told apart; a notice is stored without the
-- asterisks that it is shown with. The language that was asked for with a message has a column of its own.

alter table messages rename column standing to completeness;
alter table messages add column kind text not null default 'said';

update messages set kind = 'notice', text = substr(text, 2, length(text) - 2)
where completeness = 'notice' and text glob '[*][^*]*[*]';

update messages set kind = case
    when turn_id in (select id from inbox where handled_by = 'offline') then 'offline' else 'required' end
where completeness = 'notice' and kind = 'said';

update messages set completeness = 'whole' where completeness = 'notice';

-- without the index this would read every notification for every message
create index notifications_text on notifications (person_id, text);
update messages set kind = (
    select kind from notifications as n
    where n.person_id = messages.person_id and n.text = messages.text limit 1
)
where speaker = 'companion' and kind = 'said' and exists (
    select 1 from notifications as n where n.person_id = messages.person_id and n.text = messages.text
);
drop index notifications_text;

alter table inbox add column answer_in text not null default '';  -- a language; empty: that of the message
update inbox set answer_in = coalesce(json_extract(metadata, '$.lang'), '');
