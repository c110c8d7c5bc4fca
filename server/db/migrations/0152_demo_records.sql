-- All that demo data has made, so that clearing it takes away exactly that; and no notice for an invoice that was invented.
create table demo_records (
  org_id uuid not null references orgs,
  kind text not null check (kind in ('lead', 'contact', 'company', 'deal', 'task', 'message', 'call', 'invoice', 'payment', 'note', 'tag',
    'field', 'upload', 'booking')),
  id uuid not null,
  primary key (org_id, kind, id)
);
insert into demo_records (org_id, kind, id) select org_id, 'lead', id from leads where via = 'demo';
grant select, insert, delete on demo_records to foyer_app;
call keep_tenants_apart('demo_records');

/* As before (see 0146), without those of the demo: their numbers are of a period of their own. */
create or replace function overdue_invoices(today date, most int)
returns table (org_id uuid, id uuid)
language sql stable security definer set search_path = foyer, pg_temp
as $$
  select i.org_id, i.id from invoices i
  where i.state = 'sent' and i.number_period <> 'demo' and i.due_on >= today - 3 and i.due_on < today
    and not exists (select from notices n where n.org_id = i.org_id and n.kind = 'invoice_overdue' and n.subject_id = i.id)
  order by i.due_on limit most
$$;
