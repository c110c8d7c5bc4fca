-- A word that was common long ago is asked of the index of words, where the way back to it is long (decision 0136).

/* Ids of what has the words, newest first, in the organization of the caller's transaction. A function of foyer_system, because
   row-level security lets no operator into an index that is not leakproof, and @@ is not.

   `queries` are the words one by one; `needles` says the same for a row that is at hand: an array of words, each an array of what it may
   look like between the spaces. Three ways, because no one plan serves both a common word and a rare one, and the planner cannot tell them
   apart when only the beginning of a word is given: the newest 5,000 fill a page for any word that one in a hundred has. Where they do not,
   a sample tells how many there are, how far back the newest of them is, and how close they lie. Where the way back until enough are found is
   shorter than there are of them, it is walked. Else the index is asked for the words that are rare by themselves, and the rows that it finds
   have the others or not. It gathers all rows of a word before it compares: one in a hundred of 1,000,000 is 15 ms, and to walk back past
   200,000 rows took 200. The sample is forty pages, always the same, so that they are at hand; TABLESAMPLE goes through the numbers of all
   pages.

   Without parallel workers: to start them takes longer than to ask the index. `query_before` asks `search`, which holds what has not been
   moved over yet; nothing stands in both. */
create or replace function find_words(wanted_kind text, queries tsquery[], needles jsonb, query_before tsquery, from_id uuid, below_id uuid, most int)
returns setof uuid language plpgsql security definer
set search_path = foyer, pg_temp set plan_cache_mode = force_custom_plan set max_parallel_workers_per_gather = 0 set jit = off
as $$
declare
  org uuid := nullif(current_setting('foyer.org', true), '')::uuid;
  found uuid[];
  pages bigint := pg_relation_size('search_index') / current_setting('block_size')::int;
  is_common boolean;
  query tsquery;
  others text;
  /* Of so many rows in the sample that have each of the words. */
  hits bigint[];
  sampled bigint;
  id text := case wanted_kind when 'contact' then 's.contact_id' else 's.id' end;
  scope text := 's.org_id = $1 and ' || case wanted_kind when 'contact' then 's.contact_id is not null' else format('s.kind = %L', wanted_kind) end;
  /* Of each word. What it may look like holds one of few texts, without spaces and marks: looked for first, it spares most rows the rest. */
  looks text[] := array(
    select format('((%s) and (%s))',
      (select string_agg(format('strpos(s.words, %L) > 0', core), ' or ')
       from (select distinct btrim(needle, ' /') as core from jsonb_array_elements_text(word) as needle) c),
      (select string_agg(format('strpos(%s, %L) > 0', $s$' ' || s.words || ' '$s$, needle), ' or ') from jsonb_array_elements_text(word) as needle))
    from jsonb_array_elements(needles) with ordinality as w (word, place) order by place);
  matches text := array_to_string(looks, ' and ');
begin
  execute format('select array(select s.id from (select %1$s as id, s.words from search_index s
    where %2$s and %1$s < $2 and %1$s >= $3 order by %1$s desc limit 5000) s where %3$s order by s.id desc limit $4)', id, scope, matches)
  into found using org, below_id, from_id, most;

  if cardinality(found) < most then
    execute format('select coalesce((min(place) filter (where true = all (has)) - 1) * $5 / 40 + $6 * count(*) / nullif(count(*) filter (where true = all (has)), 0)
        < least(%2$s) * $5 / 40, false), count(*), array[%2$s]
      from (select array[%3$s] as has, row_number() over (order by %4$s desc) as place
        from search_index s where s.ctid = any ($2) and %1$s and %4$s < $3 and %4$s >= $4 offset 0) s',
      scope, (select string_agg(format('count(*) filter (where has[%s])', n), ', ') from generate_subscripts(looks, 1) as n),
      array_to_string(looks, ', '), id)
    into is_common, sampled, hits using org, array(
      select format('(%s,%s)', page, line)::tid
      from (select distinct pages * n / 40 as page from generate_series(0, 39) as n) p, generate_series(1, 64) as line), below_id, from_id, pages, most;
    select string_agg('(' || q.part::text || ')', ' & ') filter (where is_rare)::tsquery, string_agg(look, ' and ') filter (where not is_rare)
    into query, others from (
      select part, look, hit * 100 <= sampled or hit = min(hit) over () as is_rare from unnest(queries, hits, looks) as q (part, hit, look)) q;
    perform set_config(case when is_common then 'enable_bitmapscan' else 'enable_indexscan' end, 'off', true),
      set_config('enable_sort', case when is_common then 'off' else 'on' end, true);
    execute format('select array(select %1$s from search_index s where %2$s and %1$s < $2 and %1$s >= $3 and %3$s order by %1$s desc limit $4)',
      id, scope, case when is_common then matches else concat_ws(' and ', 'marked_words(s.org_id, s.kind, s.words) @@ $5', others) end)
    into found using org, below_id, from_id, most, query;
    perform set_config('enable_bitmapscan', 'on', true), set_config('enable_indexscan', 'on', true), set_config('enable_sort', 'on', true);
  end if;

  if exists (select from search where org_id = org) then
    found := array(select distinct w.id from (
      select unnest(found) as id union all select find_words_before(wanted_kind, query_before, from_id, below_id, most)) w order by 1 desc limit most);
  end if;
  return query select unnest(found);
end
$$;
