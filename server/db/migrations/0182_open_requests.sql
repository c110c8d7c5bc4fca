-- Requests of a source that wait for a person are looked for however long ago they came, until they are mended or deleted.
create index deliveries_to_replay on deliveries (org_id, key_id, id)
  where outcome = 'rejected' and mended_by is null and body is not null and code is distinct from 'lead_source_unproven';
create index deliveries_above_limit on deliveries (org_id, key_id, id)
  where outcome = 'rejected' and mended_by is null and body is not null and code = 'rate_limited';
drop index deliveries_in_conflict;
create index deliveries_in_conflict on deliveries (org_id, key_id, id)
  where 'external_id_conflict' = any (flags) and mended_by is null;
