-- Leads of ads at Meta: pages that are lead sources, their forms, and every lead that was announced or found there.

/* Which sources a page is: a notification names the page and no workspace. */
create table directory.meta_pages (
  org_id uuid not null,
  source_id uuid not null,
  page_id text not null,
  is_on boolean not null,                   -- its source is switched on
  primary key (org_id, source_id)
);
create index meta_pages_by_page on directory.meta_pages (page_id);
grant select, insert, update, delete on directory.meta_pages to foyer_app;
grant select, insert on directory.meta_pages to foyer_system;

/* A lead source that is a page: how it is read, and how that goes. */
create table meta_pages (
  org_id uuid not null references orgs,
  source_id uuid not null,
  connection_id uuid not null,
  page_id text not null check (page_id ~ '^[0-9]{1,40}$'),
  form_ids text[],                          -- null: all of them
  token_sealed text,                        -- of the page; null until it was asked for, and after a disconnection
  state text not null default 'joining' check (state in ('joining', 'working', 'trouble', 'needs_consent', 'disconnected', 'off')),
  reason text,                              -- in one line, for people
  is_followed boolean not null default false,  -- its leads are announced here
  rests_until timestamptz,                  -- Meta asks to be left alone
  since timestamptz not null default now(), -- leads from before are none of the source's
  polled_at timestamptz,                    -- the last whole pass over its forms
  next_poll_at timestamptz,                 -- null: it is not polled
  primary key (org_id, source_id),
  unique (org_id, page_id)
);
create index meta_pages_due on meta_pages (next_poll_at) where next_poll_at is not null;

create table meta_forms (
  org_id uuid not null,
  source_id uuid not null,
  form_id text not null check (form_id ~ '^[0-9]{1,40}$'),
  name text not null,
  status text not null check (status in ('active', 'archived', 'other')),
  leads int,                                -- as Meta counts
  read_to timestamptz not null,             -- when the newest lead that was seen was made, by Meta's clock
  cursor text,                              -- of a pass that is not at its end
  pass_to timestamptz,                      -- what `read_to` is at its end
  primary key (org_id, source_id, form_id)
);

create table meta_leads (
  org_id uuid not null,
  id uuid not null,
  source_id uuid not null,
  lead_id text not null check (lead_id ~ '^[0-9]{1,40}$'),   -- Meta's
  form_id text not null,
  created_at timestamptz not null,          -- at Meta, to the second
  announced_at timestamptz,                 -- null: no notification told of it
  found_at timestamptz,                     -- by the poll
  is_trial boolean not null default false,  -- made for a trial here
  state text not null default 'waiting' check (state in ('waiting', 'taken', 'rejected', 'test', 'failed')),
  reason text,                              -- why it waits or failed, in one line
  tries int not null default 0,
  next_try_at timestamptz not null default now(),
  try_until timestamptz not null,
  delivery_id uuid,                         -- what it became in the request log
  settled_at timestamptz,
  primary key (org_id, id),
  unique (org_id, source_id, lead_id)
);
create index meta_leads_due on meta_leads (next_try_at) where state = 'waiting';
create index meta_leads_open on meta_leads (org_id, source_id, id) where state in ('waiting', 'failed');
create index meta_leads_settled on meta_leads (org_id, settled_at) where settled_at is not null;

grant select, insert, update, delete on meta_pages, meta_forms, meta_leads to foyer_app;
call keep_tenants_apart('meta_pages', 'meta_forms', 'meta_leads');

/* Pages with something to do: leads to fetch or to give up, forms to poll, or a trouble to look at again. */
create function due_meta_pages(at_time timestamptz, most int)
returns table (org_id uuid, source_id uuid, state text, has_leads boolean, has_poll boolean)
language sql stable security definer set search_path = foyer, pg_temp
as $$
  select d.org_id, d.source_id, p.state, bool_or(not d.is_poll), bool_or(d.is_poll)
  from (
    (select l.org_id, l.source_id, false as is_poll, min(l.next_try_at) as at, min(l.try_until) as try_until from meta_leads l
     where l.state = 'waiting' and l.next_try_at <= at_time group by 1, 2)
    union all
    (select m.org_id, m.source_id, true, m.next_poll_at, null from meta_pages m where m.next_poll_at <= at_time)) d
  join meta_pages p on p.org_id = d.org_id and p.source_id = d.source_id
  where (p.rests_until is null or p.rests_until <= at_time)
    and case when p.state = 'working' then true
             when d.is_poll then p.state in ('joining', 'trouble')
             else p.state in ('joining', 'trouble', 'disconnected') and d.try_until <= at_time end
  group by 1, 2, 3 order by min(d.at) limit most
$$;
/*
 * The connections by which leads of pages are announced, with what the secret of their app is known by: one statement for each
 * notification. Without pages: some of all, for a notification of a page that is known to none.
 */
create function meta_signers(pages text[], most int)
returns table (org_id uuid, id uuid, mode text, credentials text)
language sql stable security definer set search_path = foyer, pg_temp
as $$
  select c.org_id, c.id, c.mode, c.credentials
  from (select d.org_id, d.source_id from directory.meta_pages d where d.page_id = any (pages)
        union all
        (select d.org_id, d.source_id from directory.meta_pages d where cardinality(pages) = 0 order by d.source_id limit most)) l
  join meta_pages p on p.org_id = l.org_id and p.source_id = l.source_id
  join connections c on c.org_id = p.org_id and c.id = p.connection_id
  order by c.org_id, c.id
$$;
grant create on schema foyer to foyer_system;
alter function meta_signers owner to foyer_system;
alter function due_meta_pages owner to foyer_system;
revoke create on schema foyer from foyer_system;
revoke execute on function due_meta_pages, meta_signers from public;
grant execute on function due_meta_pages, meta_signers to foyer_app;
