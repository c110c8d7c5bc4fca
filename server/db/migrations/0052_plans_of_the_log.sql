-- The log is followed by index, whatever the tables held when a plan was made: on empty ones, reading all of it and sorting looks
-- cheapest, and a function keeps its plan. A fresh install would read the whole log five times a second (30 ms with 85,000 leads).
alter function reactions_behind(text[]) set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off;
alter function next_events(text, uuid, text, int, text[], uuid[]) set enable_seqscan = off set enable_bitmapscan = off;
alter function missed_events(uuid, uuid, text, uuid, int, text[]) set enable_seqscan = off;
alter function log_grows(text, int) set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off;
alter function seconds_behind(text) set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off;
