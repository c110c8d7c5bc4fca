-- What people ask the assistant, what it answered and looked at, and what it proposed. Each conversation is its person's alone.

create table assistant_conversations (
  org_id uuid not null references orgs,
  id uuid not null,
  person_id uuid not null,
  title text not null check (length(title) between 1 and 120),
  created_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  answers_until timestamptz,                -- a question is being answered, until then at the most; null: none is
  primary key (org_id, id)
);
create index assistant_conversations_newest on assistant_conversations (org_id, person_id, last_at desc, id desc);
create index assistant_conversations_oldest on assistant_conversations (org_id, last_at);

create table assistant_turns (
  org_id uuid not null,
  conversation_id uuid not null,
  place int not null check (place >= 0),
  role text not null check (role in ('user', 'assistant', 'tools')),
  text text not null,                       -- what is shown; of the tools, what the model is told
  content json not null,                    -- the turn as it goes back to a model, to the letter (jsonb would turn its members round), and what is shown beside its text
  created_at timestamptz not null default now(),
  primary key (org_id, conversation_id, place),
  foreign key (org_id, conversation_id) references assistant_conversations on delete cascade
);

create table assistant_proposals (
  org_id uuid not null,
  id uuid not null,                         -- the key by which it is done once
  conversation_id uuid not null,
  person_id uuid not null,
  action text not null,
  input text not null,                      -- JSON, byte for byte as it was hashed and shown
  digest bytea not null check (length(digest) = 32),
  title text not null,
  changes jsonb not null,                   -- [{field, from, to}]
  leaves text,
  state text not null default 'open' check (state in ('open', 'running', 'done', 'failed', 'dismissed')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  decided_at timestamptz,
  output jsonb,
  error_code text,
  error_message text,
  told_at timestamptz,                      -- when the conversation told the model what became of it
  primary key (org_id, id),
  foreign key (org_id, conversation_id) references assistant_conversations on delete cascade,
  check ((state in ('open', 'running')) or decided_at is not null)
);
create index assistant_proposals_of_conversation on assistant_proposals (org_id, conversation_id, id);

-- Days that conversations are kept after their last word; 0: until the next night.
alter table ai_settings add column transcript_days int not null default 90 check (transcript_days between 0 and 3650);

-- Who prepared a call for the person who made it.
alter table audit add column via text check (via in ('assistant'));

grant select, insert, update, delete on assistant_conversations, assistant_turns, assistant_proposals to foyer_app;
call keep_tenants_apart('assistant_conversations', 'assistant_turns', 'assistant_proposals');
