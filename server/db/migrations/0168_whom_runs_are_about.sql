-- Of which contact and which deal a run is, whatever started it: a message, a booking or an invoice has a contact, too. As they were when it was
-- started; who reads them widens a contact by those that are one with it.

alter table workflow_runs add column contact_id uuid, add column deal_id uuid;

update workflow_runs r set
  contact_id = case
    when r.subject_kind = 'contact' then r.subject_id
    when r.trigger #>> '{data,contact_id}' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (r.trigger #>> '{data,contact_id}')::uuid
    when r.trigger #>> '{data,booking,contact_id}' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      then (r.trigger #>> '{data,booking,contact_id}')::uuid
    when r.subject_kind = 'lead' then (select l.contact_id from leads l where l.org_id = r.org_id and l.id = r.subject_id)
    when r.subject_kind = 'deal' then (select d.contact_id from deals d where d.org_id = r.org_id and d.id = r.subject_id) end,
  deal_id = case
    when r.subject_kind = 'deal' then r.subject_id
    when r.trigger #>> '{data,deal_id}' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (r.trigger #>> '{data,deal_id}')::uuid end
where r.subject_kind in ('lead', 'contact', 'deal') or r.trigger -> 'data' ?| array['contact_id', 'deal_id', 'booking'];

create index workflow_runs_of_contact on workflow_runs (org_id, contact_id, id desc) where contact_id is not null;
create index workflow_runs_of_deal on workflow_runs (org_id, deal_id, id desc) where deal_id is not null;
