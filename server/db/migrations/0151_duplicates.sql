-- Pairs of contacts that may be one person: by what they are compared, which were found, and what a member said of them.

/* What a contact is compared by, as digests: of everyone in its merge group, under the canonical record. */
create table contact_match_keys (
  org_id uuid not null references orgs,
  contact_id uuid not null,
  key uuid not null,
  reason text not null check (reason in ('mailbox', 'phone', 'name_company', 'name_domain')),
  primary key (org_id, contact_id, key)
);
create index contact_match_keys_by_key on contact_match_keys (org_id, key, contact_id);

create table duplicate_pairs (
  org_id uuid not null references orgs,
  one_id uuid not null,                     -- the smaller id of the two
  other_id uuid not null,
  state text not null default 'open' check (state in ('open', 'dismissed')),
  reasons text[] not null,
  strength smallint not null,               -- 1 to 9: what is shown first
  decided_by uuid,
  decided_at timestamptz,
  primary key (org_id, one_id, other_id),
  check (one_id < other_id)
);
create index duplicate_pairs_open on duplicate_pairs (org_id, strength, one_id, other_id) where state = 'open';
create index duplicate_pairs_of_other on duplicate_pairs (org_id, other_id);

/* Contacts of earlier versions that are not compared yet. */
create table unmatched_contacts (
  org_id uuid not null references orgs,
  id uuid not null,
  primary key (org_id, id)
);
insert into unmatched_contacts (org_id, id) select c.org_id, c.id from contacts c join orgs o on o.org_id = c.org_id where c.root_id is null;

grant select, insert, update, delete on contact_match_keys, duplicate_pairs, unmatched_contacts to foyer_app;
call keep_tenants_apart('contact_match_keys', 'duplicate_pairs', 'unmatched_contacts');

/* The next workspace in which contacts are to be compared. */
create function next_org_of_unmatched(after uuid)
returns uuid language sql stable security definer set search_path = foyer, pg_temp
as $$ select org_id from unmatched_contacts where org_id > after order by org_id limit 1 $$;
grant select on unmatched_contacts to foyer_system;
grant create on schema foyer to foyer_system;
alter function next_org_of_unmatched owner to foyer_system;
revoke create on schema foyer from foyer_system;
revoke execute on function next_org_of_unmatched from public;
grant execute on function next_org_of_unmatched to foyer_app;
