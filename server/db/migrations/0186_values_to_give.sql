/* A value of ours that is to be written at a CRM although ours did not change since it was compared: theirs did, a member decided, or another
   CRM said so. Null: none. */
alter table sync_links add column gives_since timestamptz;

/* What goes with a value and is put back with it: of a stage, why a deal was lost and since when; of an owner, why it is theirs. */
alter table sync_changes add column beside jsonb;

/* When fields or stages were mapped anew: what a run that began before has read is read again. */
alter table crm_settings add column remapped_at timestamptz;
