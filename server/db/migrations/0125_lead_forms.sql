-- Forms of websites, as a kind of lead source.

/* Texts to which senders of a source consented, each version of them: a lead's claim names its number. */
create table lead_source_consents (
  org_id uuid not null,
  source_id uuid not null,
  version int not null check (version > 0),
  text text not null,
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (org_id, source_id, version),
  foreign key (org_id, source_id) references lead_sources (org_id, id) on delete cascade
);
grant select, insert, delete on lead_source_consents to foyer_app;
call keep_tenants_apart('lead_source_consents');
