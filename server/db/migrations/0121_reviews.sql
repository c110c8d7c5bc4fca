-- Reviews of a business: where they are written, what they say and said, and what was answered.

/* Connections that may read reviews. */
create table review_accounts (
  org_id uuid not null references orgs,
  connection_id uuid not null,
  next_run_at timestamptz,                  -- null: not by schedule
  updated_at timestamptz not null default now(),
  primary key (org_id, connection_id),
  foreign key (org_id, connection_id) references connections (org_id, id)
);
create index review_accounts_due on review_accounts (next_run_at) where next_run_at is not null;

create table review_locations (
  org_id uuid not null references orgs,
  id uuid not null,
  connection_id uuid not null,              -- the one that it was listed by last
  account_id text not null check (length(account_id) between 1 and 200),  -- the vendor's, by which its reviews are asked for
  location_id text not null check (length(location_id) between 1 and 200),
  title text not null check (length(title) between 1 and 500),
  address text,
  map_url text,
  is_verified boolean,                      -- null: the vendor does not say
  is_read boolean not null default true,    -- a person chose
  is_listed boolean not null default true,  -- by the last list of locations
  trouble text check (trouble in ('location_denied', 'location_not_there')),  -- why it was not read last
  their_average numeric(3, 2),
  their_count int,
  first_seen_at timestamptz not null default now(),
  read_at timestamptz,                      -- the last pass that came to the end of the list
  whole_at timestamptz,                     -- the last pass that met as many reviews as the vendor counts
  primary key (org_id, id),
  unique (org_id, location_id),
  foreign key (org_id, connection_id) references connections (org_id, id)
);
create index review_locations_of_connection on review_locations (org_id, connection_id);

create table reviews (
  org_id uuid not null,
  id uuid not null,
  location_id uuid not null,
  review_id text not null check (length(review_id) between 1 and 500),
  version int not null default 1,
  stars smallint check (stars between 1 and 5),
  text text,
  pictures int not null default 0,
  reviewer text,                            -- as the vendor names them: a claim of a stranger; null: unnamed
  posted_at timestamptz not null,
  changed_at timestamptz not null,          -- by the reviewer, in the vendor's time
  first_seen_at timestamptz not null default now(),
  seen_run uuid not null,                   -- the run that listed it last
  missed smallint not null default 0,       -- whole passes in a row that did not list it
  gone_at timestamptz,
  reply_text text,                          -- as it is at the vendor
  reply_at timestamptz,
  reply_standing text check (reply_standing in ('published', 'pending', 'rejected', 'unknown')),
  reply_violation text,
  reply_until timestamptz,                  -- a worker sends a reply until then
  primary key (org_id, id),
  unique (org_id, location_id, review_id),
  foreign key (org_id, location_id) references review_locations (org_id, id)
);
create index reviews_newest on reviews (org_id, changed_at desc, id desc);
create index reviews_newest_of_location on reviews (org_id, location_id, changed_at desc, id desc);
create index reviews_counted on reviews (org_id, location_id, stars) where gone_at is null;
create index reviews_gone on reviews (org_id, gone_at) where gone_at is not null;

/* What a review said at each time that it was met with something else. */
create table review_versions (
  org_id uuid not null,
  review_id uuid not null,
  version int not null,
  stars smallint,
  text text,
  pictures int not null default 0,
  changed_at timestamptz not null,
  seen_at timestamptz not null default now(),
  primary key (org_id, review_id, version),
  foreign key (org_id, review_id) references reviews (org_id, id)
);

/* What members answered, each as it was asked for. */
create table review_replies (
  org_id uuid not null,
  id uuid not null,
  review_id uuid not null,
  kind text not null check (kind in ('put', 'remove')),
  text text check (octet_length(text) between 1 and 4096),
  state text not null default 'sending'
    check (state in ('sending', 'sent', 'pending', 'rejected', 'failed', 'removed', 'replaced')),
  reason text,                              -- why it failed or was rejected, in one line
  code text,                                -- the same for programs
  tries int not null default 0,
  next_at timestamptz,                      -- when it is tried again; null: nothing is waited for
  created_by uuid,
  created_at timestamptz not null default now(),
  done_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, review_id) references reviews (org_id, id),
  check ((kind = 'put') = (text is not null)),
  check ((state = 'sending') = (done_at is null))
);
create unique index review_replies_one_open on review_replies (org_id, review_id) where state = 'sending';
create index review_replies_of_review on review_replies (org_id, review_id, id);
create index review_replies_open on review_replies (next_at) where state = 'sending';

/* Readings of a connection. */
create table review_runs (
  org_id uuid not null,
  id uuid not null,
  connection_id uuid not null,
  cause text not null check (cause in ('person', 'schedule')),
  started_by uuid,
  status text not null default 'queued' check (status in ('queued', 'in_progress', 'waiting', 'completed', 'failed')),
  wanted uuid[],                            -- the locations; null: every one
  listed boolean not null default false,    -- the locations were
  todo uuid[] not null default '{}',        -- locations whose pass is still to come; the first is under way
  pass jsonb,                               -- of that one: {cursor, total, average, cut, news}
  step int not null default 0,              -- steps taken
  imported int not null default 0,
  updated int not null default 0,
  removed int not null default 0,
  tries int not null default 0,             -- since the last step
  reason text,
  code text,
  resumes_at timestamptz,
  created_at timestamptz not null default now(),
  moved_at timestamptz not null default now(),
  completed_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, connection_id) references connections (org_id, id),
  check ((status in ('completed', 'failed')) = (completed_at is not null))
);
create unique index review_runs_one_at_a_time on review_runs (org_id, connection_id) where status in ('queued', 'in_progress', 'waiting');
create index review_runs_of_connection on review_runs (org_id, connection_id, id);
create index review_runs_open on review_runs (moved_at) where status in ('queued', 'in_progress', 'waiting');
create index review_runs_over on review_runs (org_id, completed_at) where completed_at is not null;

grant select, insert, update, delete on review_accounts, review_locations, reviews, review_versions, review_replies, review_runs
  to foyer_app, foyer_system;
call keep_tenants_apart('review_accounts', 'review_locations', 'reviews', 'review_versions', 'review_replies', 'review_runs');

/* Connections of any workspace whose reviews are to be read now. */
create function due_review_accounts(at_time timestamptz, most int)
returns table (org_id uuid, connection_id uuid)
language sql stable security definer set search_path = foyer, pg_temp
as $$ select a.org_id, a.connection_id from review_accounts a where a.next_run_at <= at_time order by a.next_run_at limit most $$;

/* Runs of any workspace that stand still, or wait until now. */
create function silent_review_runs(silent_since timestamptz, at_time timestamptz, most int)
returns table (org_id uuid, id uuid)
language sql stable security definer set search_path = foyer, pg_temp
as $$
  select r.org_id, r.id from review_runs r
  where r.status in ('queued', 'in_progress', 'waiting') and r.moved_at < silent_since and (r.resumes_at is null or r.resumes_at < at_time)
  order by r.moved_at limit most
$$;

/* Replies of any workspace that should have been sent. */
create function due_review_replies(at_time timestamptz, most int)
returns table (org_id uuid, review_id uuid)
language sql stable security definer set search_path = foyer, pg_temp
as $$
  select r.org_id, r.review_id from review_replies r where r.state = 'sending' and r.next_at < at_time order by r.next_at limit most
$$;

grant create on schema foyer to foyer_system;
alter function due_review_accounts owner to foyer_system;
alter function silent_review_runs owner to foyer_system;
alter function due_review_replies owner to foyer_system;
revoke create on schema foyer from foyer_system;
revoke execute on function due_review_accounts, silent_review_runs, due_review_replies from public;
grant execute on function due_review_accounts, silent_review_runs, due_review_replies to foyer_app;
