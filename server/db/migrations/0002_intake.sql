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
language plpgsql security definer set search_path = directory, pg_temp set enable_seqscan = off
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
   An external_id, an address or a number that another process took a moment ago breaks the whole call with
   unique_violation: call again, and it is found.

   Outcomes: accepted · deduplicated · replayed (the first answer again) · mismatch (same Idempotency-Key, other
   payload; nothing written) · over_quota (nothing written).

   The plans must not depend on what the tables held when they were made: on empty ones whatever reads them whole looks
   free, and a fresh install would go on so until the first autovacuum (750 leads/s instead of 8,500). So there is one
   plan, and it may only go by index; that holds for the checks of foreign keys too, which are planned in here. Each
   look-up goes by a 16-byte key through the one index that can serve it, and OFFSET 0 keeps it apart. The organization
   is compared behind it: inside, an index that begins with org_id would be walked (70 million entries for 12,000 leads).

   Statement after statement: parameters of PL/pgSQL are arrays that are taken apart once, so each statement reads what
   it writes from them by place. One statement of many parts handed rows of forty columns from part to part, which was
   a third of a lead's cost. */
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
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
  last int := cardinality(ns);
  -- By the place of the row in the parameters:
  verdicts text[];           -- its outcome
  seen uuid[];               -- the lead that had its external_id before
  known uuid[];              -- the contact that its address or number belongs to
  holders uuid[];            -- the contact that its lead stands with in the end
  gives_email boolean[];     -- whether its address, and its number, belong to nobody yet
  gives_phone boolean[];
  conflicts boolean[];       -- its external_id came before for somebody else, from elsewhere
  first_payloads uuid[];     -- what its Idempotency-Key came with the first time, and what was answered
  first_answers jsonb[];
  beyond_quota int[];        -- places of rows that would be new and for which the month has no room
begin
  if has_ik then
    delete from idempotency i where i.id = any(iks) and i.created_at < now() - interval '24 hours';
    select array_agg(f.payload), array_agg(f.answer) into first_payloads, first_answers
    from (select d.payload, d.answer from generate_series(1, last) as g(i)
          left join lateral (select x.payload, x.answer, x.org_id from idempotency x
                             where x.id = iks[g.i] offset 0) d on d.org_id = orgs[g.i]
          order by g.i) f;
  end if;

  if has_quota then
    insert into quota_usage (org_id, month, used)
    select o.org_id, month_start, (select count(*) from leads l where l.org_id = o.org_id and l.id >= month_floor and l.via <> 'demo')
    from (select distinct x.org_id from unnest(orgs, quotas) as x(org_id, quota) where x.quota is not null) o
    where not exists (select from quota_usage u where u.org_id = o.org_id and u.month = month_start)
    order by o.org_id
    on conflict do nothing;
    perform from quota_usage u where u.month = month_start and u.org_id = any(orgs) order by u.org_id for update;
    select array_agg(r.i) filter (where r.is_beyond) into beyond_quota
    from (
      select g.i, quotas[g.i] - u.used < row_number() over (partition by orgs[g.i] order by g.i) as is_beyond
      from generate_series(1, last) as g(i)
      join quota_usage u on u.org_id = orgs[g.i] and u.month = month_start
      left join lateral (select l.org_id from leads l where l.dkey = dkeys[g.i] offset 0) before on before.org_id = orgs[g.i]
      where quotas[g.i] is not null and first_payloads[g.i] is null and before.org_id is null
    ) r;
  end if;

  select array_agg(r.verdict), array_agg(r.seen), array_agg(r.known), array_agg(r.holder), array_agg(r.gives_email),
         array_agg(r.gives_phone), array_agg(r.conflict)
  into verdicts, seen, known, holders, gives_email, gives_phone, conflicts
  from (
    select case when first_payloads[g.i] is not null then case when first_payloads[g.i] = payloads[g.i] then 'replayed' else 'mismatch' end
                when before.id is not null then 'deduplicated'
                when g.i = any(beyond_quota) then 'over_quota'
                else 'accepted' end as verdict,
           before.id as seen,
           coalesce(by_email.contact_id, by_phone.contact_id) as known,
           coalesce(before.contact_id, by_email.contact_id, by_phone.contact_id, contact_ids[g.i]) as holder,
           by_email.contact_id is null and ekeys[g.i] is not null as gives_email,
           by_phone.contact_id is null and pkeys[g.i] is not null as gives_phone,
           before.source <> sources[g.i]
             and coalesce(by_email.contact_id, by_phone.contact_id) is distinct from before.contact_id as conflict
    from generate_series(1, last) as g(i)
    left join lateral (select l.id, l.contact_id, l.source, l.org_id from leads l
                       where l.dkey = dkeys[g.i] offset 0) before on before.org_id = orgs[g.i]
    left join lateral (select k.contact_id, k.org_id from contact_keys k
                       where k.key = ekeys[g.i] offset 0) by_email on by_email.org_id = orgs[g.i]
    left join lateral (select k.contact_id, k.org_id from contact_keys k
                       where k.key = pkeys[g.i] offset 0) by_phone on by_phone.org_id = orgs[g.i]
    order by g.i
  ) r;

  insert into contacts (org_id, id, email, phone, full_name, company, job_title, linkedin_url)
  select orgs[i], contact_ids[i], emails[i], phones_e164[i], full_names[i], companies[i], job_titles[i], linkedin_urls[i]
  from generate_series(1, last) as i where verdicts[i] = 'accepted' and known[i] is null;

  -- A contact that is known takes an address or a number only where it has none.
  insert into contact_keys (key, org_id, contact_id, kind)
  select k.key, orgs[g.i], holders[g.i], k.kind
  from generate_series(1, last) as g(i)
  left join lateral (select c.email, c.phone from contacts c
                     where c.org_id = orgs[g.i] and c.id = known[g.i] offset 0) c on true
  cross join lateral (values (ekeys[g.i], 'email', gives_email[g.i] and c.email is null),
                             (pkeys[g.i], 'phone', gives_phone[g.i] and c.phone is null)) as k(key, kind, fits)
  where verdicts[g.i] = 'accepted' and k.fits
  order by k.key;

  insert into leads (org_id, id, contact_id, dkey, external_id, source, email, phone, phone_e164, full_name, job_title, note,
                     linkedin_url, metadata, consent, via, delivery_id, upload_id, upload_row, received)
  select orgs[i], lead_ids[i], holders[i], dkeys[i], external_ids[i], sources[i], emails[i], phones[i], phones_e164[i],
         full_names[i], job_titles[i], notes[i], linkedin_urls[i],
         case when companies[i] is null then '{}' else jsonb_build_object('company', companies[i]) end, consents[i], vias[i],
         delivery_ids[i], upload_ids[i], upload_rows[i], case when delivery_ids[i] is null then convert_from(bodies[i], 'UTF8') end
  from generate_series(1, last) as i where verdicts[i] = 'accepted'
  order by dkeys[i];

  insert into events (org_id, id, type, subject_id, payload)
  select orgs[i], event_ids[i], 'lead.received', lead_ids[i],
         jsonb_build_object('lead_id', lead_ids[i], 'contact_id', holders[i], 'external_id', external_ids[i], 'source', sources[i])
  from generate_series(1, last) as i where verdicts[i] = 'accepted';

  insert into deliveries (org_id, id, key_id, status, outcome, flags, body, lead_id, replay_of)
  select orgs[i], delivery_ids[i], key_ids[i], 200, verdicts[i],
         string_to_array(flagss[i], E'\n') ||
           case when conflicts[i] and verdicts[i] = 'deduplicated' then array['external_id_conflict'] else '{}' end,
         bodies[i],
         case verdicts[i] when 'accepted' then lead_ids[i] else coalesce(seen[i], (first_answers[i] ->> 'lead_id')::uuid) end,
         replay_ofs[i]
  from generate_series(1, last) as i
  where delivery_ids[i] is not null and verdicts[i] in ('accepted', 'deduplicated', 'replayed');

  -- What a known contact lacks, the first of its leads that has it gives.
  if num_nonnulls(variadic known) > 0 then
    update contacts c
    set email = coalesce(c.email, f.email), phone = coalesce(c.phone, f.phone),
        full_name = coalesce(c.full_name, f.full_name), company = coalesce(c.company, f.company),
        job_title = coalesce(c.job_title, f.job_title), linkedin_url = coalesce(c.linkedin_url, f.linkedin_url),
        updated_at = now()
    from (
      select orgs[i] as org_id, known[i] as id,
             (array_agg(emails[i] order by i) filter (where gives_email[i]))[1] as email,
             (array_agg(phones_e164[i] order by i) filter (where gives_phone[i]))[1] as phone,
             (array_agg(full_names[i] order by i) filter (where full_names[i] is not null))[1] as full_name,
             (array_agg(companies[i] order by i) filter (where companies[i] is not null))[1] as company,
             (array_agg(job_titles[i] order by i) filter (where job_titles[i] is not null))[1] as job_title,
             (array_agg(linkedin_urls[i] order by i) filter (where linkedin_urls[i] is not null))[1] as linkedin_url
      from generate_series(1, last) as i where verdicts[i] = 'accepted' and known[i] is not null
      group by 1, 2
      order by 1, 2
    ) f
    where c.org_id = f.org_id and c.id = f.id
      and (c.email is null and f.email is not null or c.phone is null and f.phone is not null
        or c.full_name is null and f.full_name is not null or c.company is null and f.company is not null
        or c.job_title is null and f.job_title is not null or c.linkedin_url is null and f.linkedin_url is not null);
  end if;

  if has_ik then
    insert into idempotency (id, org_id, payload, answer)
    select iks[i], orgs[i], payloads[i],
           jsonb_build_object('lead_id', case verdicts[i] when 'accepted' then lead_ids[i] else seen[i] end,
                              'contact_id', holders[i], 'deduplicated', verdicts[i] = 'deduplicated')
    from generate_series(1, last) as i where iks[i] is not null and verdicts[i] in ('accepted', 'deduplicated')
    order by iks[i];
  end if;

  if has_quota then
    update quota_usage q set used = q.used + c.leads
    from (select orgs[i] as org_id, count(*)::int as leads from generate_series(1, last) as i
          where verdicts[i] = 'accepted' and quotas[i] is not null group by 1) c
    where q.org_id = c.org_id and q.month = month_start;
  end if;

  return query
  select ns[i], verdicts[i], case verdicts[i] when 'accepted' then lead_ids[i] else seen[i] end,
         case when verdicts[i] in ('accepted', 'deduplicated') then holders[i] end, coalesce(conflicts[i], false), first_answers[i]
  from generate_series(1, last) as i;
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
