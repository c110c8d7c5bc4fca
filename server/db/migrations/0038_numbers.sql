-- A number is found by the way it is dialled at home and by its last digits, too.

/* As before (see 0003), and the digits of the number backwards, marked: a search for last digits is one for how these begin. */
create or replace function split_words(t text, phone text)
returns text[] language sql immutable parallel safe
as $$
  select string_to_array(translate(lower(t), E',;()"<>/\t\r\n', '           '), ' ')
      || string_to_array(translate(lower(t), E',;()"<>/\t\r\n@', '            '), ' ')
      || string_to_array(translate(lower(t), E',;()"<>/\t\r\n@.+-_''&|:#*!?=[]{}', '                              '), ' ')
      || translate(phone, ' ()-./+', '')
      || ('<' || reverse(translate(phone, ' ()-./+', '')))
$$;

-- Work through what was there before a version, in pieces and beside everything else: how far it has come.
create table directory.backfills (
  name text primary key,
  kind text not null,                       -- what is gone through now
  org_id uuid not null default '00000000-0000-0000-0000-000000000000',
  id uuid not null default '00000000-0000-0000-0000-000000000000',
  ended_at timestamptz
);
insert into directory.backfills (name, kind) values ('numbers', 'contact');
grant select, update on directory.backfills to foyer_system;

/* Gives the words of contacts, then of leads, that were indexed before their numbers backwards; the next of them. Answers how many it
   looked at; null once all have been. Of several at once one goes on, the others find nothing to do. */
create function index_numbers(most int)
returns int language plpgsql security definer set search_path = foyer, directory, pg_temp
as $$
#variable_conflict use_column
declare
  at directory.backfills;
  seen int;
  last_org uuid;
  last_id uuid;
begin
  select * into at from directory.backfills where name = 'numbers' and ended_at is null for update skip locked;
  if not found then return null; end if;
  with next as materialized (
    select n.org_id, n.id, n.phone from (
      (select c.org_id, c.id, c.phone from contacts c where at.kind = 'contact' and (c.org_id, c.id) > (at.org_id, at.id) order by c.org_id, c.id limit most)
      union all
      (select l.org_id, l.id, l.phone from leads l where at.kind = 'lead' and (l.org_id, l.id) > (at.org_id, at.id) order by l.org_id, l.id limit most)) n),
  changed as (
    update search s set words = s.words || array_to_tsvector(array[left(md5(n.org_id::text), 8) || ':<' || left(reverse(translate(n.phone, ' ()-./+', '')), 59)])
    from next n where n.phone is not null and s.org_id = n.org_id and s.kind = at.kind and s.id = n.id)
  select count(*), (array_agg(n.org_id order by n.org_id desc, n.id desc))[1], (array_agg(n.id order by n.org_id desc, n.id desc))[1]
  into seen, last_org, last_id from next n;
  update directory.backfills set
    org_id = case when seen > 0 then last_org else '00000000-0000-0000-0000-000000000000'::uuid end,
    id = case when seen > 0 then last_id else '00000000-0000-0000-0000-000000000000'::uuid end,
    kind = case when seen = 0 and at.kind = 'contact' then 'lead' else at.kind end,
    ended_at = case when seen = 0 and at.kind = 'lead' then now() end
  where name = 'numbers';
  return seen;
end
$$;
grant create on schema foyer to foyer_system;
alter function index_numbers owner to foyer_system;
revoke create on schema foyer from foyer_system;
revoke execute on function index_numbers from public;
grant execute on function index_numbers to foyer_app;
