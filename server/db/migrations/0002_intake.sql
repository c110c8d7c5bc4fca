-- The functions that reach across organizations. The server's role may only call them.

/* A key by the SHA-256 of its text, with what the intake path must know about its workspace. No row: no such key. */
create function find_key(wanted bytea)
returns table (key_id uuid, org_id uuid, name text, scopes text[], expires_at timestamptz, revoked_at timestamptz,
               rate_per_minute int, lead_quota_per_month int, default_country text)
language sql stable security definer set search_path = foyer, directory, pg_temp
as $$
  select k.id, k.org_id, k.name, k.scopes, k.expires_at, k.revoked_at,
         coalesce(k.rate_per_minute, o.key_rate_per_minute), o.lead_quota_per_month, o.default_country
  from key_hashes h
  join api_keys k on k.org_id = h.org_id and k.id = h.key_id
  join orgs o on o.org_id = h.org_id
  where h.hash = wanted
$$;

/* Takes up to `wants` tokens from each bucket and says how many it got, how many are left, and in how many
   seconds the next one comes. GCRA: a bucket of `rates` tokens that refills evenly over `windows` seconds.
   Rows are taken in the order of their ids, so that two processes never wait for each other. */
create function take_tokens(ids uuid[], wants int[], rates int[], windows int[])
returns table (id uuid, granted int, remaining int, wait_seconds double precision)
language plpgsql security definer set search_path = directory, pg_temp
as $$
declare
  b record;
  at timestamptz;
  start timestamptz;
  step double precision;
  free int;
begin
  for b in select * from unnest(ids, wants, rates, windows) as x(id, want, rate, span) order by x.id loop
    insert into buckets (id, tat) values (b.id, clock_timestamp()) on conflict do nothing;
    select buckets.tat into start from buckets where buckets.id = b.id for update;
    at := clock_timestamp();
    start := greatest(start, at);
    step := b.span::double precision / b.rate;
    free := floor((b.span - extract(epoch from start - at)) / step + 1e-6);
    id := b.id;
    granted := greatest(0, least(b.want, free));
    remaining := greatest(0, free - granted);
    -- how long until one more token is there; 0 when one is there now
    wait_seconds := case when remaining > 0 then 0
      else greatest(0, extract(epoch from start - at) + granted * step - b.span + step) end;
    if granted > 0 then
      update buckets set tat = start + make_interval(secs => granted * step) where buckets.id = b.id;
    end if;
    return next;
  end loop;
end
$$;

/* Records requests that were refused, of any organization. */
create function record_deliveries(orgs uuid[], ids uuid[], keys uuid[], statuses smallint[], codes text[], fields text[],
                                  messages text[], bodies bytea[])
returns void
language sql security definer set search_path = foyer, pg_temp
as $$
  insert into deliveries (org_id, id, key_id, status, outcome, code, field, message, body)
  select o, i, k, s, 'rejected', c, f, m, b
  from unnest(orgs, ids, keys, statuses, codes, fields, messages, bodies) as x(o, i, k, s, c, f, m, b)
  on conflict do nothing
$$;

/* Takes a batch of leads of any organizations: contact, identifying keys, lead, event, delivery and the answer
   under an Idempotency-Key, all or nothing.

   The caller promises that no two rows of one call share a dkey, an email key, a phone key or an Idempotency-Key.
   A row that does not come back lost its external_id to another process a moment ago: call again with it, and it
   is found. A contact key lost in the same way breaks the whole call with unique_violation: call again.

   Outcomes: accepted · deduplicated · replayed (the first answer again) · mismatch (same Idempotency-Key, other
   payload; nothing written) · over_quota (nothing written).

   force_generic_plan: the plan must not depend on what the tables held when it was made. Each look-up goes by a
   16-byte key through the one index that can serve it; OFFSET 0 keeps the planner from turning the laterals into
   joins that scan (2,000 leads/s instead of 15,000 on a fresh install). */
create function take_leads(
  ns int[], orgs uuid[], lead_ids uuid[], contact_ids uuid[], event_ids uuid[], delivery_ids uuid[], key_ids uuid[],
  dkeys uuid[], ekeys uuid[], pkeys uuid[], external_ids text[], sources text[], emails text[], phones text[],
  phones_e164 text[], full_names text[], companies text[], job_titles text[], notes text[], linkedin_urls text[],
  consents jsonb[], vias text[], upload_ids uuid[], upload_rows int[], bodies bytea[], flagss text[],
  replay_ofs uuid[], iks uuid[], payloads uuid[], quotas int[], has_quota boolean, has_ik boolean, month_start date, month_floor uuid)
returns table (n int, outcome text, lead_id uuid, contact_id uuid, conflict boolean, answer jsonb)
language plpgsql security definer
set search_path = foyer, directory, pg_temp
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  if has_quota then
    insert into quota_usage (org_id, month, used)
    select o.org_id, month_start, (select count(*) from leads l where l.org_id = o.org_id and l.id >= month_floor)
    from (select distinct x.org_id from unnest(orgs, quotas) as x(org_id, quota) where x.quota is not null) o
    where not exists (select from quota_usage u where u.org_id = o.org_id and u.month = month_start)
    order by o.org_id
    on conflict do nothing;
    perform from quota_usage u where u.month = month_start and u.org_id = any(orgs) order by u.org_id for update;
  end if;
  if has_ik then
    delete from idempotency i where i.id = any(iks) and i.created_at < now() - interval '24 hours';
  end if;

  return query
  with inp as materialized (
    select * from unnest(ns, orgs, lead_ids, contact_ids, event_ids, delivery_ids, key_ids, dkeys, ekeys, pkeys, external_ids,
      sources, emails, phones, phones_e164, full_names, companies, job_titles, notes, linkedin_urls, consents, vias,
      upload_ids, upload_rows, bodies, flagss, replay_ofs, iks, payloads, quotas)
    as x(n, org_id, id, new_contact_id, event_id, delivery_id, key_id, dkey, ekey, pkey, external_id, source, email, phone,
      phone_e164, full_name, company, job_title, note, linkedin_url, consent, via, upload_id, upload_row, body, flags,
      replay_of, ik, payload, quota)
  )
  , known as materialized (
    select i.*, seen.id as seen_id, seen.contact_id as seen_contact_id,
           coalesce(by_email.contact_id, by_phone.contact_id) as known_contact_id,
           by_email.contact_id is null and i.ekey is not null as email_is_free,
           by_phone.contact_id is null and i.pkey is not null as phone_is_free,
           first.answer as first_answer, first.payload as first_payload,
           seen.id is not null and seen.source <> i.source
             and coalesce(by_email.contact_id, by_phone.contact_id) is distinct from seen.contact_id as other_person
    from inp i
    -- The organization is compared behind the look-up: inside it, a table without statistics is walked by an index
    -- that begins with org_id (70 million entries read for 12,000 leads).
    left join lateral (select l.id, l.contact_id, l.source, l.org_id from leads l
                       where l.dkey = i.dkey offset 0) seen on seen.org_id = i.org_id
    left join lateral (select k.contact_id, k.org_id from contact_keys k
                       where k.key = i.ekey offset 0) by_email on by_email.org_id = i.org_id
    left join lateral (select k.contact_id, k.org_id from contact_keys k
                       where k.key = i.pkey offset 0) by_phone on by_phone.org_id = i.org_id
    left join lateral (select d.answer, d.payload from idempotency d
                       where d.id = i.ik and d.org_id = i.org_id offset 0) first on true
  )
  , judged as materialized (
    select k.*,
      case when k.first_payload is not null then case when k.first_payload = k.payload then 'replayed' else 'mismatch' end
           when k.seen_id is not null then 'deduplicated'
           when k.quota is not null and k.quota < u.used + row_number() over (
             partition by k.org_id, k.first_payload is null and k.seen_id is null order by k.n) then 'over_quota'
           else 'accepted' end as verdict
    from known k
    left join lateral (select q.used from quota_usage q
                       where k.quota is not null and q.org_id = k.org_id and q.month = month_start offset 0) u on true
  )
  , new_leads as (
    insert into leads (org_id, id, contact_id, dkey, external_id, source, email, phone, phone_e164, full_name, job_title, note,
                       linkedin_url, metadata, consent, via, delivery_id, upload_id, upload_row,
                       received)
    select j.org_id, j.id, coalesce(j.known_contact_id, j.new_contact_id), j.dkey, j.external_id, j.source, j.email, j.phone,
           j.phone_e164, j.full_name, j.job_title, j.note, j.linkedin_url,
           case when j.company is null then '{}' else jsonb_build_object('company', j.company) end, j.consent, j.via, j.delivery_id,
           j.upload_id, j.upload_row, case when j.delivery_id is null then convert_from(j.body, 'UTF8') end
    from judged j where j.verdict = 'accepted'
    order by j.dkey
    on conflict (dkey, org_id) do nothing
    returning id
  )
  , taken as materialized (
    select j.* from judged j join new_leads l on l.id = j.id
  )
  , new_contacts as (
    insert into contacts (org_id, id, email, phone, full_name, company, job_title, linkedin_url)
    select t.org_id, t.new_contact_id, t.email, t.phone_e164, t.full_name, t.company, t.job_title, t.linkedin_url
    from taken t where t.known_contact_id is null
  )
  , new_keys as (
    insert into contact_keys (key, org_id, contact_id, kind)
    select k.key, t.org_id, coalesce(t.known_contact_id, t.new_contact_id), k.kind
    from taken t
    left join contacts c on c.org_id = t.org_id and c.id = t.known_contact_id
    cross join lateral (values (t.ekey, 'email', t.email_is_free and c.email is null),
                               (t.pkey, 'phone', t.phone_is_free and c.phone is null)) as k(key, kind, fits)
    where k.fits
    order by k.key
  )
  , fills as (
    select t.org_id, t.known_contact_id as id,
           (array_agg(t.email order by t.n) filter (where t.email_is_free))[1] as email,
           (array_agg(t.phone_e164 order by t.n) filter (where t.phone_is_free))[1] as phone,
           (array_agg(t.full_name order by t.n) filter (where t.full_name is not null))[1] as full_name,
           (array_agg(t.company order by t.n) filter (where t.company is not null))[1] as company,
           (array_agg(t.job_title order by t.n) filter (where t.job_title is not null))[1] as job_title,
           (array_agg(t.linkedin_url order by t.n) filter (where t.linkedin_url is not null))[1] as linkedin_url
    from taken t where t.known_contact_id is not null
    group by t.org_id, t.known_contact_id
  )
  , filled as (
    update contacts c
    set email = coalesce(c.email, f.email), phone = coalesce(c.phone, f.phone),
        full_name = coalesce(c.full_name, f.full_name), company = coalesce(c.company, f.company),
        job_title = coalesce(c.job_title, f.job_title), linkedin_url = coalesce(c.linkedin_url, f.linkedin_url),
        updated_at = now()
    from fills f
    where c.org_id = f.org_id and c.id = f.id
      and (c.email is null and f.email is not null or c.phone is null and f.phone is not null
        or c.full_name is null and f.full_name is not null or c.company is null and f.company is not null
        or c.job_title is null and f.job_title is not null or c.linkedin_url is null and f.linkedin_url is not null)
  )
  , news as (
    insert into events (org_id, id, type, subject_id, payload)
    select t.org_id, t.event_id, 'lead.received', t.id,
           jsonb_build_object('lead_id', t.id, 'contact_id', coalesce(t.known_contact_id, t.new_contact_id),
                              'external_id', t.external_id, 'source', t.source)
    from taken t
  )
  , answers as materialized (
    select t.n, 'accepted' as outcome, t.id as lead_id, coalesce(t.known_contact_id, t.new_contact_id) as contact_id,
           false as conflict, null::jsonb as answer
    from taken t
    union all
    select j.n, j.verdict, j.seen_id, j.seen_contact_id, coalesce(j.other_person, false), j.first_answer
    from judged j where j.verdict <> 'accepted'
  )
  , logged as (
    insert into deliveries (org_id, id, key_id, status, outcome, flags, body, lead_id, replay_of)
    select i.org_id, i.delivery_id, i.key_id, 200, a.outcome,
           string_to_array(i.flags, E'\n') || case when a.conflict then array['external_id_conflict'] else '{}' end,
           i.body, coalesce(a.lead_id, (a.answer ->> 'lead_id')::uuid), i.replay_of
    from answers a join inp i on i.n = a.n
    where i.delivery_id is not null and a.outcome in ('accepted', 'deduplicated', 'replayed')
  )
  , remembered as (
    insert into idempotency (id, org_id, payload, answer)
    select i.ik, i.org_id, i.payload,
           jsonb_build_object('lead_id', a.lead_id, 'contact_id', a.contact_id, 'deduplicated', a.outcome = 'deduplicated')
    from answers a join inp i on i.n = a.n
    where i.ik is not null and a.outcome in ('accepted', 'deduplicated')
    order by i.ik
  )
  , counted as (
    update quota_usage q set used = q.used + c.leads
    from (select t.org_id, count(*)::int as leads from taken t where t.quota is not null group by t.org_id) c
    where q.org_id = c.org_id and q.month = month_start
  )
  select a.n, a.outcome, a.lead_id, a.contact_id, a.conflict, a.answer from answers a;

  perform pg_notify('foyer_live', 'lead.received ' ||
    case when count(distinct o) <= 150 then string_agg(distinct o::text, ',') else '*' end)
  from unnest(orgs) as o;
end
$$;

-- A function can be handed only to a role that may create where it lies.
grant create on schema foyer to foyer_system;
alter function find_key owner to foyer_system;
alter function take_tokens owner to foyer_system;
alter function record_deliveries owner to foyer_system;
alter function take_leads owner to foyer_system;
revoke create on schema foyer from foyer_system;
revoke execute on function find_key, take_tokens, record_deliveries, take_leads from public;
grant execute on function find_key, take_tokens, record_deliveries, take_leads to foyer_app;

/* The organizations of a person, last joined first: what signing in must know before it is inside any. */
create function organizations_of(person uuid)
returns table (org_id uuid, slug text, name text, role text)
language sql stable security definer set search_path = foyer, pg_temp
as $$
  select m.org_id, o.slug, o.name, m.role from members m join orgs o on o.org_id = m.org_id
  where m.id = person order by m.created_at desc, m.org_id
$$;
grant create on schema foyer to foyer_system;
alter function organizations_of owner to foyer_system;
revoke create on schema foyer from foyer_system;
revoke execute on function organizations_of from public;
grant execute on function organizations_of to foyer_app;
