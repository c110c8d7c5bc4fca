-- What was asked with a client id: the same id with something else is refused, and is not taken for a repeat.
alter table messages add column client_digest text;
-- What came from before a number was connected: shown in its place, and news to nobody.
alter table messages add column is_imported boolean not null default false;

-- Which advertisement a person came by.
create index messages_referred on messages (org_id, contact_id, at) where content ? 'referral';
create index messages_referred_to_deal on messages (org_id, deal_id, at) where content ? 'referral' and deal_id is not null;

-- What the platform itself notes in a chat, such as another number, is no word of the person: it opens no window.
update conversations c set whatsapp_inbound_at = (
    select max(m.at) from messages m join contacts f on f.org_id = m.org_id and f.id = m.contact_id
    where m.org_id = c.org_id and (f.id = c.id or f.root_id = c.id)
      and m.direction = 'in' and m.channel = 'whatsapp' and m.kind <> 'system')
where exists (
    select from messages m join contacts f on f.org_id = m.org_id and f.id = m.contact_id
    where m.org_id = c.org_id and (f.id = c.id or f.root_id = c.id)
      and m.direction = 'in' and m.channel = 'whatsapp' and m.kind = 'system');

-- What came for a number of the business that is not connected: kept to the byte, and read when it is.
create table unconnected_webhooks (
  org_id uuid not null,
  id uuid not null,
  phone_number_id text not null,
  business_account_id text,
  display_number text,                      -- as people dial it, where the platform says
  digest text not null,                     -- of the body: a repeat is kept once
  body bytea not null,
  messages int not null,                    -- how many of them are for this number
  received_at timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, phone_number_id, digest)
);
grant select, insert, delete on unconnected_webhooks to foyer_app;
call keep_tenants_apart('unconnected_webhooks');

-- A notice for one person.
alter table notices add column person_id uuid;
drop index notices_once;
create unique index notices_once on notices (org_id, kind, subject_id, person_id) nulls not distinct;
