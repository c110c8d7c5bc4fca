-- Forms of Meta that cannot be read, sources whose leads cannot be fetched, and entries at Meta that are no leads.

alter table meta_forms
  add asked_at timestamptz,                 -- when its leads were last asked for, whatever came of it
  add unread_since timestamptz,             -- since when they cannot be read; null: they can
  add unread_reason text;                   -- in one line, for people

alter table lead_sources add trouble_raised_at timestamptz;   -- since when its leads, or some of them, cannot be fetched; null: they can
-- Pages in trouble are looked at every few minutes, and say it by themselves. These are not, and their connections have said it.
update lead_sources s set trouble_raised_at = now()
from meta_pages p where p.org_id = s.org_id and p.source_id = s.id and p.state in ('needs_consent', 'disconnected');

/* An entry without an id or a time is known again by its text. */
alter table meta_leads drop constraint meta_leads_lead_id_check;
alter table meta_leads add constraint meta_leads_lead_id_check check (lead_id ~ '^([0-9]{1,40}|sha256:[0-9a-f]{64})$') not valid;
