-- How many mails of each folder are unread is counted over the unread ones, not over the folder: 132 ms of 200,000 mails before, 10 after.
create index mailbox_mails_unread on mailbox_mails (org_id, mailbox_id, at desc) where not is_seen;
