-- Whether a version of MEMORY.md was read or written makes no difference any more.

alter table memory_file_steps drop column is_read;
