-- A rate limit whose clock was set back: a bucket cannot be empty for longer than its own window.

/* Takes up to `wants` tokens from each bucket and says how many it got, how many are left, and in how many
   seconds the next one comes. GCRA: a bucket of `rates` tokens that refills evenly over `windows` seconds.
   Rows are taken in the order of their ids, so that two processes never wait for each other. */
create or replace function take_tokens(ids uuid[], wants int[], rates int[], windows int[])
returns table (id uuid, granted int, remaining int, wait_seconds double precision)
language plpgsql security definer set search_path = directory, pg_temp set enable_seqscan = off
as $$
declare
  b record;
  at timestamptz;
  kept timestamptz;
  start timestamptz;
  step double precision;
  free int;
begin
  for b in select * from unnest(ids, wants, rates, windows) as x(id, want, rate, span) order by x.id loop
    insert into buckets (id, tat) values (b.id, clock_timestamp()) on conflict do nothing;
    select buckets.tat into kept from buckets where buckets.id = b.id for update;
    at := clock_timestamp();
    -- Nobody can have taken more than a whole bucket. What says so was written before the clock was set back (or by a longer
    -- window): it is an empty bucket that refills from now on, and is written down as one, or it would stay one for as long.
    start := least(greatest(kept, at), at + make_interval(secs => b.span));
    step := b.span::double precision / b.rate;
    free := floor((b.span - extract(epoch from start - at)) / step + 1e-6);
    id := b.id;
    granted := greatest(0, least(b.want, free));
    remaining := greatest(0, free - granted);
    -- how long until one more token is there; 0 when one is there now
    wait_seconds := case when remaining > 0 then 0
      else greatest(0, extract(epoch from start - at) + granted * step - b.span + step) end;
    if granted > 0 or start < kept then
      update buckets set tat = start + make_interval(secs => granted * step) where buckets.id = b.id;
    end if;
    return next;
  end loop;
end
$$;
