-- What belongs to a project counts for it: until now every fact was global.

update facts set scope = 'project' where domain = 'projects' and critical = 0;
