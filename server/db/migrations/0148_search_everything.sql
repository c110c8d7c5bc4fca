-- Companies, deals, invoices with their lines, and documents are searched beside leads, contacts and messages.

alter table search_index drop constraint search_index_kind_check;
alter table search_index add constraint search_index_kind_check check (kind in ('lead', 'contact', 'message', 'record'));

/* As before (see 0050); words of records have a semicolon behind the mark. No row changes: there is none of that kind yet. */
create or replace function marked_words(org_id uuid, kind text, words text)
returns tsvector language sql immutable parallel safe
as $$
  select array_to_tsvector(string_to_array(
    right(org_id::text, 4) || case kind when 'message' then ',' when 'record' then ';' else '' end
      || replace(words, ' ', ' ' || right(org_id::text, 4) || case kind when 'message' then ',' when 'record' then ';' else '' end), ' '))
$$;

/* Records of before, whose words are still to be written: what stands here is what is left to do. */
create table unsearched_records (
  org_id uuid not null,
  kind text not null check (kind in ('company', 'deal', 'invoice', 'document', 'lead')),
  id uuid not null,
  primary key (org_id, id)
);
insert into unsearched_records (org_id, kind, id)
  select org_id, 'company', id from companies
  union all select org_id, 'deal', id from deals
  union all select org_id, 'invoice', id from invoices
  union all select org_id, 'document', id from documents
  -- What a lead asks for is searched too; those without a note have all of their words.
  union all select org_id, 'lead', id from leads where note is not null;

/* The organization after this one of which there are any; null where there is none. */
create function next_org_of_unsearched(after_org uuid)
returns uuid language sql stable security definer set search_path = foyer, pg_temp
as $$ select s.org_id from unsearched_records s where s.org_id > after_org order by s.org_id limit 1 $$;

grant create on schema foyer to foyer_system;
alter function next_org_of_unsearched owner to foyer_system;
revoke create on schema foyer from foyer_system;
grant select on unsearched_records to foyer_system;
revoke execute on function next_org_of_unsearched from public;
grant execute on function next_org_of_unsearched to foyer_app;

grant select, insert, update, delete on unsearched_records to foyer_app;
call keep_tenants_apart('unsearched_records');
