-- Views of lists that people keep: what is filtered, sorted and shown. A view belongs to who saved it; a shared one is used by all.
create table saved_views (
  org_id uuid not null references orgs,
  id uuid not null,
  kind text not null check (kind in ('lead', 'contact', 'company', 'deal', 'task', 'invoice')),
  name text not null check (length(name) between 1 and 60),
  owner_id uuid not null,
  is_shared boolean not null default false,
  filter jsonb not null,
  sort text,                                -- null: the list's own order
  columns jsonb,                            -- keys in their order, with widths; null: the list's own
  density text not null default 'normal' check (density in ('compact', 'normal', 'comfortable')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id)
);
create index saved_views_of_kind on saved_views (org_id, kind, id);

/* Which views stand in whose sidebar, in their order. */
create table view_pins (
  org_id uuid not null,
  person_id uuid not null,
  view_id uuid not null,
  place int not null,
  primary key (org_id, person_id, view_id),
  foreign key (org_id, view_id) references saved_views on delete cascade
);

grant select, insert, update, delete on saved_views, view_pins to foyer_app;
call keep_tenants_apart('saved_views', 'view_pins');
