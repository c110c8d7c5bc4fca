/* What a delivery report says is kept with its mail: one that is taken out of spam is heard then, and one that is read before the mail that it is about is found by it. */
alter table mailbox_bodies add column report jsonb;   -- {"messageId","recipients":[{"email","action","status","diagnostic"}]}
create index mailbox_bodies_reports on mailbox_bodies (org_id, (report ->> 'messageId')) where report is not null;

/* Whom a mail did not reach, each with what the server says: threads of the others say nothing of it. */
alter table mailbox_mails add column returned jsonb not null default '[]';   -- [{"email","words"}]

/* A row that shows another mailbox's copy belongs to that mailbox: who leaves the first one takes nothing away. */
update messages s set connection_id = m.mailbox_id from mailbox_mails m
where m.org_id = s.org_id and m.id = s.mail_id and s.channel = 'email' and s.connection_id is distinct from m.mailbox_id;

/* At the end of a reading mails that are nowhere any more are forgotten: found without looking at all of a mailbox. */
create index mailbox_mails_gone on mailbox_mails (org_id, mailbox_id, id) where gone_at is not null;
