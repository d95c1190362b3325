-- The last day on which a fact holds: an appointment's, a trip's. Afterwards no prompt brings it up.

alter table facts add column until text;
