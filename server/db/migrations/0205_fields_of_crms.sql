/* The sync that wrote a value of a field of the workspace's own: it is no word of a member's. Null: a member, a form or a file. */
alter table field_values add column sync_id uuid;

/* What a CRM calls its own fields, by kind and name, as of the last sync: what is kept under such a name is shown by it. */
alter table crm_settings add column labels jsonb not null default '{}';
