-- { run, workflow, depth } of the step of a workflow that wrote a mail, as with events (0128): whoever is told that it did not leave is told of the run.
alter table mailbox_mails add column cause jsonb;
alter table mailbox_mails alter column cause set default nullif(current_setting('foyer.cause', true), '')::jsonb;

-- Of a guard that stopped a workflow: the workflows that started one another, by their names then.
alter table workflows add column stop_chain text;
