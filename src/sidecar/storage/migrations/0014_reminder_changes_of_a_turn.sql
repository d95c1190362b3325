-- A message that is answered again takes back what its interrupted answer had changed.

create index reminder_changes_turn on reminder_changes (turn_id) where turn_id is not null;
