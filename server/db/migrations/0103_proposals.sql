-- Proposals: written in the app, sent by a link, accepted with the options that the client ticks. And who viewed what is behind a link.

-- From the token of a link to the proposal that it shows. A new link takes the place of the old one.
create table directory.proposal_links (
  token_hash bytea primary key,              -- SHA-256
  org_id uuid not null,
  proposal_id uuid not null,
  unique (org_id, proposal_id)
);
grant select, insert, update, delete on directory.proposal_links to foyer_app;

create table proposals (
  org_id uuid not null references orgs,
  id uuid not null,
  -- As it was sent last; before that, as it is written.
  title text not null check (length(title) between 1 and 255),
  locale text not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  status text not null default 'draft' check (status in ('draft', 'sent', 'accepted', 'declined', 'expired', 'withdrawn')),
  status_reason text check (length(status_reason) <= 1000),
  version int not null default 0 check (version >= 0),       -- that was sent last; 0: none yet
  draft jsonb,                               -- what the next version says; null: nothing was changed since the last
  deal_id uuid not null,
  contact_id uuid not null,
  client_name text not null check (length(client_name) between 1 and 255),
  client_email text not null check (length(client_email) <= 254),
  valid_days int not null default 30 check (valid_days between 1 and 365),
  when_accepted jsonb,                       -- as `when_signed` of a template
  token_sealed text,                         -- of the link, so that its email can name it
  made_by uuid,
  sent_at timestamptz,                       -- the newest version
  ends_at timestamptz,                       -- it can be accepted until then
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  check ((status = 'draft') = (version = 0)),
  check (version > 0 or draft is not null),
  check (status <> 'sent' or ends_at is not null and sent_at is not null)
);
create index proposals_newest on proposals (org_id, id desc);
create index proposals_of_deal on proposals (org_id, deal_id, id);
create index proposals_of_contact on proposals (org_id, contact_id, id);
create index proposals_overdue on proposals (ends_at) where status = 'sent';

-- What was sent, to the letter: never changed.
create table proposal_versions (
  org_id uuid not null,
  proposal_id uuid not null,
  version int not null check (version > 0),
  content text not null,                     -- canonical JSON (RFC 8785)
  sha256 bytea not null check (length(sha256) = 32),         -- of `content`
  sent_by uuid,
  sent_at timestamptz not null,
  primary key (org_id, proposal_id, version),
  foreign key (org_id, proposal_id) references proposals on delete cascade
);

-- What exactly was accepted, once: the key leaves no room for another. Never changed.
create table proposal_acceptances (
  org_id uuid not null,
  proposal_id uuid not null,
  version int not null,
  chosen text[] not null,                    -- ids of the options that were ticked
  name text not null check (length(name) between 1 and 255),
  total_minor bigint not null check (total_minor >= 0),
  accepted_at timestamptz not null,
  said text not null,                        -- canonical JSON: all of it, with the digest of the version
  sha256 bytea not null check (length(sha256) = 32),         -- of `said`
  primary key (org_id, proposal_id),
  foreign key (org_id, proposal_id, version) references proposal_versions (org_id, proposal_id, version) on delete cascade
);

create table proposal_events (
  org_id uuid not null,
  id uuid not null,
  proposal_id uuid not null,
  kind text not null check (kind in ('created', 'sent', 'accepted', 'declined', 'expired', 'withdrawn')),
  version int not null,
  at timestamptz not null,
  person_id uuid,                            -- the member who did it
  name text check (length(name) <= 255),     -- of the client, as typed
  primary key (org_id, id),
  foreign key (org_id, proposal_id) references proposals on delete cascade
);
create index proposal_events_of_proposal on proposal_events (org_id, proposal_id, id);

-- What was done of the rule of a proposal: each once, however often the event is told.
create table proposal_follow_ups (
  org_id uuid not null,
  proposal_id uuid not null,
  kind text not null check (kind in ('deposit', 'stage')),
  subject_id uuid,                           -- the invoice or the stage; null: a task says why there is none
  at timestamptz not null default now(),
  primary key (org_id, proposal_id, kind),
  foreign key (org_id, proposal_id) references proposals on delete cascade
);

/* Who looked at what is behind a link: one row for each class and half hour. Of a viewer no more is kept than the class. */
create table page_views (
  org_id uuid not null references orgs,
  id uuid not null,
  document_id uuid,
  signer_id uuid,                            -- whose link it was
  proposal_id uuid,
  version int,                               -- that the link showed
  class text not null check (class in ('person', 'proxy', 'scanner', 'own')),
  reason text not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  times int not null check (times > 0),
  is_attended boolean not null default false,                -- the viewer moved the pointer, pressed or typed
  seconds int not null default 0 check (seconds >= 0),       -- in which it was seen
  parts jsonb not null default '{}',         -- seconds by page (`p1`) or section (`s1`, `prices`)
  primary key (org_id, id),
  foreign key (org_id, document_id) references documents on delete cascade,
  foreign key (org_id, proposal_id) references proposals on delete cascade,
  check ((document_id is null) <> (proposal_id is null)),
  check ((document_id is null) = (signer_id is null))
);
create index page_views_of_document on page_views (org_id, document_id, signer_id, class, first_at) where document_id is not null;
create index page_views_of_proposal on page_views (org_id, proposal_id, class, first_at) where proposal_id is not null;

grant select, insert, update, delete on proposals to foyer_app;
grant select, insert on proposal_versions, proposal_acceptances, proposal_events to foyer_app;
grant select, insert, update on proposal_follow_ups, page_views to foyer_app;
call keep_tenants_apart('proposals', 'proposal_versions', 'proposal_acceptances', 'proposal_events', 'proposal_follow_ups', 'page_views');

/* Proposals of any workspace that can no longer be accepted. */
create function overdue_proposals(most int)
returns table (org_id uuid, id uuid) language sql stable security definer set search_path = foyer, pg_temp
as $$ select p.org_id, p.id from proposals p where p.status = 'sent' and p.ends_at <= now() order by p.ends_at limit most $$;

grant create on schema foyer to foyer_system;
alter function overdue_proposals owner to foyer_system;
revoke create on schema foyer from foyer_system;
grant select on proposals to foyer_system;
revoke execute on function overdue_proposals from public;
grant execute on function overdue_proposals to foyer_app;
