-- What is said: one conversation a person, whatever way the words come.

create table conversations (
  org_id uuid not null,
  id uuid not null,                         -- the contact's: one thread a person. Of a merged contact it sleeps until an undo
  deal_id uuid,                             -- what is being talked about now; `project_id` on the wire
  session_status text not null default 'open' check (session_status in ('open', 'closed')),
  closed_at timestamptz,
  closed_by uuid,
  snoozed_until timestamptz,
  assigned_to uuid,
  assigned_at timestamptz,
  is_merged boolean not null default false, -- its contact is another one's: shown there
  channel text,                             -- of the last message
  last_message_id uuid,
  last_message_at timestamptz,
  last_preview text,
  last_direction text,
  last_inbound_at timestamptz,
  whatsapp_inbound_at timestamptz,          -- by the platform's clock: free text may go for 24 hours after it
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, id) references contacts (org_id, id),
  foreign key (org_id, deal_id) references deals (org_id, id)
);
create index conversations_newest on conversations (org_id, last_message_at desc, id desc) where not is_merged and last_message_at is not null;
create index conversations_of_person on conversations (org_id, assigned_to, last_message_at desc, id desc) where not is_merged;
create index conversations_snoozed on conversations (snoozed_until) where snoozed_until is not null;
create index conversations_of_deal on conversations (org_id, deal_id);

create table messages (
  org_id uuid not null,
  id uuid not null,
  contact_id uuid not null,                 -- whose way it came; the thread is that of the contact's family
  deal_id uuid,
  channel text not null check (channel in ('web_chat', 'whatsapp', 'note')),
  direction text not null check (direction in ('in', 'out', 'note')),
  person_id uuid,                           -- who wrote it here
  kind text not null,                       -- text, image, video, audio, document, sticker, location, contacts, reaction, button, interactive, template, system, unsupported
  body text,                                -- what can be read of it
  content jsonb not null default '{}',      -- the rest, by kind: attachments, template, location, contacts, reaction, raw
  reply_to text,                            -- the provider's id of the message that this one answers
  connection_id uuid,                       -- over which number
  address text,                             -- whom it went to or came from there: a wa_id, without plus
  provider_message_id text,
  client_message_id text,                   -- whoever sends gives it: a repeat sends once
  state text check (state in ('queued', 'sending', 'sent', 'delivered', 'read', 'failed', 'uncertain')),
  state_at timestamptz,
  error_code text,
  error text,
  tries int not null default 0,
  at timestamptz not null,                  -- by the platform's clock where it says, else by the database's
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, contact_id) references contacts (org_id, id),
  foreign key (org_id, deal_id) references deals (org_id, id),
  check ((direction = 'out') = (state is not null)),
  check (direction <> 'note' or channel = 'note')
);
create index messages_of_contact on messages (org_id, contact_id, at, id);
create index messages_came_in on messages (org_id, contact_id, id) where direction = 'in';
create index messages_on_the_way on messages (org_id, state, id) where state in ('queued', 'sending', 'uncertain');
create unique index messages_by_provider on messages (org_id, provider_message_id) where provider_message_id is not null;
create unique index messages_by_client on messages (org_id, client_message_id) where client_message_id is not null;

-- The furthest that a message is known to have come: sent < delivered < read, failed stays. Whatever order they are told in,
-- and also before the message itself is known here.
create table message_states (
  org_id uuid not null,
  id text not null,                         -- the provider's id of the message
  state text not null check (state in ('sent', 'delivered', 'read', 'failed')),
  sent_at timestamptz,
  delivered_at timestamptz,
  read_at timestamptz,
  failed_at timestamptz,
  error_code text,
  error text,
  client_message_id text,                   -- ours, where the provider hands it back
  recipient text,
  primary key (org_id, id)
);

-- What each person has read of a thread. A mark never moves back.
create table conversation_readers (
  org_id uuid not null,
  id uuid not null,                         -- the person
  contact_id uuid not null,
  read_to uuid not null,                    -- the newest message that came in and was seen
  primary key (org_id, id, contact_id)
);

create table canned_replies (
  org_id uuid not null,
  id uuid not null,
  shortcut text not null check (shortcut ~ '^[a-z0-9_-]{1,32}$'),
  title text not null check (length(title) between 1 and 100),
  body text not null check (length(body) between 1 and 4096),
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, shortcut)
);

-- ── The chat on a website ───────────────────────────────────────────────────────────────────────────────────────────

create table chat_widgets (
  org_id uuid not null,
  id uuid not null,                         -- public: it stands in the page
  name text not null check (length(name) between 1 and 100),
  allowed_origins text[] not null default '{}',  -- https://example.com; nothing else may talk to it
  greeting text not null default '',
  title text not null default '',
  accent text not null default '#2563eb' check (accent ~ '^#[0-9a-f]{6}$'),
  theme text not null default 'auto' check (theme in ('auto', 'light', 'dark')),
  side text not null default 'right' check (side in ('left', 'right')),
  locale text not null default 'en',
  asks_email boolean not null default true,
  is_enabled boolean not null default true,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id)
);
create table chat_sessions (
  org_id uuid not null,
  id uuid not null,
  key text not null,                        -- `sessionId` on the wire
  contact_id uuid,                          -- null until the first message
  deal_id uuid,
  widget_id uuid,
  origin text,
  page text,                                -- where the visitor was, as claimed
  locale text,
  agent text,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, key),
  foreign key (org_id, contact_id) references contacts (org_id, id),
  foreign key (org_id, deal_id) references deals (org_id, id)
);
create index chat_sessions_of_contact on chat_sessions (org_id, contact_id) where contact_id is not null;
create table directory.chat_widgets (
  id uuid primary key,
  org_id uuid not null
);
grant select, insert, delete on directory.chat_widgets to foyer_app;

-- ── WhatsApp ────────────────────────────────────────────────────────────────────────────────────────────────────────

create table whatsapp_templates (
  org_id uuid not null,
  id uuid not null,
  connection_id uuid not null,
  provider_id text not null,
  name text not null,
  language text not null,
  category text not null,
  status text not null,                     -- APPROVED, PENDING, REJECTED, PAUSED, DISABLED …
  reason text,
  components jsonb not null default '[]',
  variables int not null default 0,         -- how many values the body wants
  synced_at timestamptz not null default now(),
  gone_at timestamptz,                      -- no longer at the provider
  primary key (org_id, id),
  unique (org_id, connection_id, name, language)
);

-- A webhook to the shared address names a number or an account, not a connection.
create table directory.whatsapp_numbers (
  phone_number_id text primary key,
  business_account_id text not null,
  org_id uuid not null,
  connection_id uuid not null
);
create index on directory.whatsapp_numbers (business_account_id);
grant select, insert, update, delete on directory.whatsapp_numbers to foyer_app;

-- ── Calls ───────────────────────────────────────────────────────────────────────────────────────────────────────────

create table calls (
  org_id uuid not null,
  id uuid not null,
  connection_id uuid not null,
  provider_call_id text not null,
  direction text not null check (direction in ('in', 'out')),
  contact_id uuid,
  deal_id uuid,
  person_id uuid,                           -- who called, or was rung
  from_number text not null,
  to_number text not null,
  state text not null check (state in ('queued', 'ringing', 'in_progress', 'completed', 'busy', 'no_answer', 'canceled', 'failed', 'refused')),
  state_rank smallint not null default 0,   -- a call only goes forward, whatever order it is told in
  refused_because text,
  is_missed boolean not null default false,
  started_at timestamptz not null,
  answered_at timestamptz,
  ended_at timestamptz,
  duration_s int,
  primary key (org_id, id),
  foreign key (org_id, contact_id) references contacts (org_id, id),
  foreign key (org_id, deal_id) references deals (org_id, id)
);
create unique index calls_by_provider on calls (org_id, provider_call_id);
create index calls_of_contact on calls (org_id, contact_id, id);
create index calls_newest on calls (org_id, id desc);

create table directory.voice_accounts (
  account_sid text not null,
  org_id uuid not null,
  connection_id uuid not null,
  primary key (account_sid, connection_id)
);
grant select, insert, update, delete on directory.voice_accounts to foyer_app;

grant select, insert, update, delete on conversations, messages, message_states, conversation_readers, canned_replies,
  chat_widgets, chat_sessions, whatsapp_templates, calls to foyer_app;
call keep_tenants_apart('conversations', 'messages', 'message_states', 'conversation_readers', 'canned_replies',
  'chat_widgets', 'chat_sessions', 'whatsapp_templates', 'calls');

-- Of these providers, too, there is one account at a time.
drop index connections_one_at_a_time;
create unique index connections_one_at_a_time on connections (org_id, provider)
  where status <> 'disconnected' and provider in ('stripe', 'razorpay', 'whatsapp', 'twilio', 'gemini', 'openai');

/* Messages of any organization that were handed to a provider and about which nothing is known: whoever sent them died. */
create function unsettled_messages(sent_before timestamptz, most int)
returns table (org_id uuid, id uuid)
language sql stable security definer set search_path = foyer, pg_temp
as $$
  select m.org_id, m.id from messages m where m.state = 'sending' and m.state_at < sent_before limit most
$$;
/* Conversations of any organization that sleep no longer. */
create function woken_conversations(due_before timestamptz, most int)
returns table (org_id uuid, id uuid)
language sql stable security definer set search_path = foyer, pg_temp
as $$
  select c.org_id, c.id from conversations c where c.snoozed_until <= due_before limit most
$$;
grant create on schema foyer to foyer_system;
alter function unsettled_messages owner to foyer_system;
alter function woken_conversations owner to foyer_system;
revoke create on schema foyer from foyer_system;
revoke execute on function unsettled_messages, woken_conversations from public;
grant execute on function unsettled_messages, woken_conversations to foyer_app;
