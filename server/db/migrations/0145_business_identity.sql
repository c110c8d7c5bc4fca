-- Who a workspace is to its clients: on invoices, receipts, mails and public pages. Its name and its time zone stand in `orgs`.
alter table orgs add column currency text check (currency ~ '^[A-Z]{3}$');   -- what invoices begin with

-- A picture, written anew. It stays for as long as an invoice that was sent shows it.
create table business_logos (
  org_id uuid not null references orgs,
  id uuid not null,
  stored_as text not null,
  media_type text not null check (media_type in ('image/png', 'image/jpeg')),
  width int not null check (width between 1 and 2000),
  height int not null check (height between 1 and 2000),
  sha256 bytea not null check (length(sha256) = 32),
  bytes int not null check (bytes > 0),
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, sha256)
);
grant select, insert, update, delete on business_logos to foyer_app;

create table business_identities (
  org_id uuid primary key references orgs,
  legal_name text check (length(legal_name) between 1 and 255),
  street text check (length(street) between 1 and 500),      -- up to three lines
  postcode text check (length(postcode) between 1 and 20),
  city text check (length(city) between 1 and 100),
  region text check (length(region) between 1 and 100),
  country text check (country ~ '^[A-Z]{2}$'),                -- ISO 3166-1: whose rules its invoices keep
  tax_numbers jsonb not null default '{}',                    -- by kind: {"vat": "FR40303265045"}
  registration text check (length(registration) between 1 and 255),
  email text,
  phone text,                                                 -- E.164
  website text check (length(website) <= 500),
  bank jsonb not null default '{}',                           -- by kind: {"iban": …}
  colour text check (colour ~ '^#[0-9a-f]{6}$'),
  logo_id uuid,
  footer text check (length(footer) between 1 and 1000),
  updated_at timestamptz not null default now(),
  foreign key (org_id, logo_id) references business_logos
);
grant select, insert, update, delete on business_identities to foyer_app;

-- How the next invoice is numbered; without a row INV-0001.
create table invoice_numbering (
  org_id uuid primary key references orgs,
  -- Without digits: behind it stand the year and the number, and no two numbers are written alike.
  prefix text not null check (prefix ~ '^[^0-9]{0,10}$'),
  period text not null check (period in ('none', 'year', 'april')),
  width smallint not null check (width between 1 and 8),
  updated_at timestamptz not null default now()
);
grant select, insert, update, delete on invoice_numbering to foyer_app;

-- Numbers rise by one, without a gap, within their period: '' from the first invoice on, '2026', '2026-27'.
alter table invoice_counters add column period text not null default '' check (length(period) <= 7);
alter table invoice_counters drop constraint invoice_counters_pkey;
alter table invoice_counters add primary key (org_id, period);

alter table invoices
  add column number_period text not null default '',
  add column label text check (length(label) between 1 and 40),
  add column sender jsonb,                                    -- of a sent one: who sent it, as they were then
  add column logo_id uuid,                                    -- in its head
  add column client_tax_number text check (length(client_tax_number) between 1 and 40),
  add column client_country text check (client_country ~ '^[A-Z]{2}$'),
  add column is_reverse_charge boolean not null default false,
  add foreign key (org_id, logo_id) references business_logos;
update invoices i set
  label = 'INV-' || lpad(i.number::text, greatest(4, length(i.number::text)), '0'),
  sender = jsonb_build_object('name', o.name)
from orgs o where o.org_id = i.org_id and i.number is not null;
alter table invoices
  drop constraint invoices_org_id_number_key,
  add unique (org_id, number_period, number),
  add unique (org_id, label),
  add check ((number is null) = (label is null)),
  add check ((number is null) = (sender is null)),
  add check (not is_reverse_charge or tax_minor = 0);
create index invoices_of_logo on invoices (org_id, logo_id) where logo_id is not null;

-- The hours of the whole workspace: what members keep who have set none of their own; its single days, such as holidays, hold for all.
create table business_hours (
  org_id uuid primary key references orgs,
  weekly jsonb not null,
  dates jsonb not null,
  updated_at timestamptz not null default now()
);
grant select, insert, update, delete on business_hours to foyer_app;

call keep_tenants_apart('business_logos', 'business_identities', 'invoice_numbering', 'business_hours');

alter table stored_files drop constraint stored_files_kind_check;
alter table stored_files add constraint stored_files_kind_check
  check (kind in ('document', 'record', 'template', 'email', 'message', 'upload', 'design', 'attachment', 'logo'));
