-- Mails that were written here and have not left, or may not have: a list of their mailbox shows them.
create index mailbox_mails_not_sent on mailbox_mails (org_id, mailbox_id, at desc, id desc)
  where state in ('queued', 'sending', 'failed', 'uncertain');
