-- A wait that says by a field of the event whom it is about: `data.contact_id` must equal what the run knows. Found by it, as others are by `about`.
alter table workflow_waits
  add column field text not null default '',  -- '': none; each event of its type is held against it
  add column value_digest text;
create index workflow_waits_by_field on workflow_waits (org_id, event_type, field, value_digest, id)
  where state = 'open' and event_type is not null and about is null;
