-- An undone merge stands in the timeline of the record that is by itself again, too: by its source.
create index contact_merges_undone on contact_merges (org_id, source_id, id) where undone_at is not null;
create index company_merges_undone on company_merges (org_id, source_id, id) where undone_at is not null;
