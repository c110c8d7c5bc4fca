-- A deal of a CRM may have no contact, or several: `contact_id` is its first contact, or null, and the further ones stand beside it.
alter table deals alter column contact_id drop not null;

create table deal_people (
  org_id uuid not null,
  deal_id uuid not null,
  contact_id uuid not null,                 -- as it was when they were added; who it is now is read through its merges
  added_at timestamptz not null default now(),
  primary key (org_id, deal_id, contact_id),
  foreign key (org_id, deal_id) references deals (org_id, id),
  foreign key (org_id, contact_id) references contacts (org_id, id)
);
create index deal_people_of_contact on deal_people (org_id, contact_id, deal_id);

grant select, insert, update, delete on deal_people to foyer_app;
call keep_tenants_apart('deal_people');
