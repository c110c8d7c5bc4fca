-- What a model drafted for a person to send, and what it summed up: never a message itself. Each is its person's alone, since it was made of
-- what they may read.

create table reply_drafts (
  org_id uuid not null references orgs,
  id uuid not null,
  person_id uuid not null,
  deal_id uuid not null,
  upto uuid not null,                       -- the newest message that it answers to
  text text not null,
  language text not null,                   -- BCP 47, as the model says
  template_name text,                       -- what may be sent where free text may not
  sources jsonb not null,                   -- [{kind, id, text}]
  model text not null,
  state text not null default 'ready' check (state in ('ready', 'used', 'edited', 'discarded')),
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  primary key (org_id, id),
  check ((state = 'ready') = (settled_at is null))
);
create index reply_drafts_newest on reply_drafts (org_id, person_id, deal_id, id desc);

create table summaries (
  org_id uuid not null references orgs,
  person_id uuid not null,
  kind text not null check (kind in ('thread', 'deal', 'day')),
  subject text not null,                    -- id of the deal; the day
  as_of text not null,                      -- a digest of all that it was made of
  newest_at timestamptz,                    -- of the newest message that it was made of
  sentences jsonb not null,                 -- [{text, sources}]
  model text not null,
  created_at timestamptz not null default now(),
  primary key (org_id, person_id, kind, subject)
);

grant select, insert, update, delete on reply_drafts, summaries to foyer_app;
call keep_tenants_apart('reply_drafts', 'summaries');
