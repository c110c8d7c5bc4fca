/* A mail that was marked here and not yet at its provider: as it is to be there. Null: nothing waits. */
alter table mailbox_mails add column seen_wanted boolean;
create index mailbox_mails_to_mark on mailbox_mails (org_id, mailbox_id) where seen_wanted is not null;
