-- A record that was created at a CRM without an answer is known again by what was sent, and not by what it says since.
alter table sync_intents
  add sent jsonb,                           -- by our fields, with our ids of the company and the contact; null: before this was noted
  add begun_at timestamptz not null default now();  -- of the first try: what there is older than that is another record

-- A record that is read again waits for what it names now.
create index sync_waiting_of_record on sync_waiting (org_id, connection_id, entity, their_id);
