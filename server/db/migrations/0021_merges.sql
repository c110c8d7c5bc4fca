-- An address and a number stand with the contact; a business-scoped user id of WhatsApp stands here, to be shown.
alter table contact_keys add column value text;

-- The deal that went into another one together with this merge: taking the merge back brings it back, too.
alter table contact_merges add column deal_id uuid;
create index deals_linked on deals (org_id, linked_to) where linked_to is not null;

-- The mails that somebody was sent, for what happened with them.
create index mails_to on mails (org_id, lower(to_email), id);
