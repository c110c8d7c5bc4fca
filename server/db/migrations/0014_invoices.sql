-- Invoices: what a client owes, line by line, with a number once it is sent, and how it came to be paid.

-- From the token of a pay link to its invoice.
create table directory.pay_links (
  token_hash bytea primary key,             -- SHA-256
  org_id uuid not null,
  invoice_id uuid not null unique
);

-- From the id of an invoice to its organization, for a payer who comes back and has nothing else.
create table directory.invoices (
  id uuid primary key,
  org_id uuid not null
);
grant select, insert, update, delete on directory.pay_links, directory.invoices to foyer_app;

create table invoices (
  org_id uuid not null references orgs,
  id uuid not null,
  number bigint check (number > 0),         -- given when it is sent: an organization's rise by one, without a gap
  state text not null default 'draft' check (state in ('draft', 'sent', 'processing', 'paid', 'void', 'refunded')),
  state_reason text check (length(state_reason) between 1 and 500),
  client_name text not null check (length(client_name) between 1 and 255),
  client_email text not null,
  client_address text,
  contact_id uuid,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- In the currency's smallest unit, here and below.
  subtotal_minor bigint not null check (subtotal_minor between 0 and 1000000000000),
  tax_minor bigint not null check (tax_minor between 0 and 1000000000000),
  total_minor bigint not null check (total_minor between 0 and 1000000000000),
  paid_minor bigint not null default 0 check (paid_minor >= 0),
  refunded_minor bigint not null default 0 check (refunded_minor >= 0),
  due_on date,
  note text,
  locale text not null,                     -- BCP 47: the language of the document and its mails
  pay_token_sealed text,                    -- AES-256-GCM under FOYER_KEY: whoever has it can open the pay page
  receipt_mail_id uuid,                     -- the one receipt, once it stands in the outbox
  created_by uuid,                          -- null when a key did it
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  paid_at timestamptz,
  voided_at timestamptz,
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, contact_id) references contacts on delete set null (contact_id),
  check (total_minor = subtotal_minor + tax_minor),
  check ((state = 'draft') = (number is null)),
  check ((number is null) = (sent_at is null)),
  check ((number is null) = (pay_token_sealed is null)),
  check ((state in ('paid', 'refunded')) = (paid_at is not null)),
  check ((state = 'void') = (voided_at is not null)),
  check (state <> 'void' or state_reason is not null),
  check (receipt_mail_id is null or state in ('paid', 'refunded')),
  check (number is null or total_minor > 0)
);
create index invoices_by_state on invoices (org_id, state, id);
create index invoices_of_contact on invoices (org_id, contact_id) where contact_id is not null;
grant select, insert, update, delete on invoices to foyer_app;

create table invoice_lines (
  org_id uuid not null,
  id uuid not null,
  invoice_id uuid not null,
  position int not null check (position between 1 and 100),
  description text not null check (length(description) between 1 and 1000),
  quantity numeric(12, 3) not null check (quantity > 0),
  unit_minor bigint not null check (unit_minor between 0 and 1000000000000),
  tax_rate numeric(6, 3) not null check (tax_rate between 0 and 100),   -- per cent
  amount_minor bigint not null check (amount_minor between 0 and 1000000000000),
  tax_minor bigint not null check (tax_minor between 0 and 1000000000000),
  primary key (org_id, id),
  unique (org_id, invoice_id, position),
  foreign key (org_id, invoice_id) references invoices on delete cascade
);
grant select, insert, update, delete on invoice_lines to foyer_app;

-- The last number that was given. Whoever sends holds the row until the commit: a number that is not used goes back.
create table invoice_counters (
  org_id uuid primary key references orgs,
  last_number bigint not null check (last_number > 0)
);
grant select, insert, update on invoice_counters to foyer_app;

-- What happened to an invoice, who or what said so, and the evidence.
create table invoice_events (
  org_id uuid not null,
  id uuid not null,
  invoice_id uuid not null,
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  source text not null check (source in ('person', 'return', 'webhook', 'poll', 'system')),
  person_id uuid,
  facts jsonb not null default '{}',
  at timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, invoice_id) references invoices on delete cascade
);
create index invoice_events_of_invoice on invoice_events (org_id, invoice_id, id);
grant select, insert, delete on invoice_events to foyer_app;

call keep_tenants_apart('invoices', 'invoice_lines', 'invoice_counters', 'invoice_events');

-- Files that go with a mail: their names, for people. What is in them is sealed with the body, and gone with it.
alter table mails add column attachment_names text[] not null default '{}';
