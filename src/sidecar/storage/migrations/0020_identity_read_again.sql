-- A death in the family, a birthday and what kind of animal a pet is belong to identity now.

update facts set pinned = null where superseded_by is null and coalesce(pinned, 0) = 0;
