-- Uploads, the request log, webhook deliveries and the audit log as lists with filters, orders and saved views (decision 0131).

/* An import moves its counts with every step; of them only the rejected are looked for. */
create index uploads_by_name on uploads (org_id, name collate "und-x-icu", id);
create index uploads_by_state on uploads (org_id, state, id);
create index uploads_by_creator on uploads (org_id, created_by, id);
create index uploads_by_finished on uploads (org_id, finished_at, id);
create index uploads_by_rejected on uploads (org_id, rejected_rows, id);

/* Nearly all deliveries are delivered in the end: those are in no index by state. */
create index webhook_deliveries_by_state on webhook_deliveries (org_id, state, id) where state <> 'delivered';
create index webhook_deliveries_by_event on webhook_deliveries (org_id, type, id);

/* What was refused is rare: an entry of what was done is in none of it. */
create index audit_rejected on audit (org_id, (case when outcome = 'done' then 'done' else 'rejected' end), id) where outcome <> 'done';

alter table saved_views drop constraint saved_views_kind_check;
alter table saved_views add constraint saved_views_kind_check
  check (kind in ('lead', 'contact', 'company', 'deal', 'task', 'invoice', 'upload', 'delivery', 'webhook_delivery', 'activity'));
