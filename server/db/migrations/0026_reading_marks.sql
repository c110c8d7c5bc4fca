-- What is new in a thread is what came in after what somebody has seen, by the database's clock: ids are made by many processes,
-- whose clocks differ.
drop index messages_came_in;
create index messages_came_in on messages (org_id, contact_id, created_at) where direction = 'in' and kind <> 'reaction';
alter table conversation_readers drop column read_to;
alter table conversation_readers add column read_at timestamptz not null;
comment on column conversations.last_inbound_at is 'By the database''s clock.';

-- The check of the shared address names no number, only the word that both sides know.
alter table directory.whatsapp_numbers add column verify_digest bytea;
create index on directory.whatsapp_numbers (verify_digest);
create index on directory.whatsapp_numbers (connection_id);
-- A reaction answers what it is about.
create index messages_reacting on messages (org_id, reply_to) where kind = 'reaction';
