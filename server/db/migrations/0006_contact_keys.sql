-- A contact is found by one address and one number. Two leads at the same moment, of one number and two addresses, each
-- saw the contact without an address and each gave it theirs: the second now breaks, is sent again, and finds the first.
drop index contact_keys_of_contact;
alter table contact_keys add constraint contact_keys_of_contact unique (org_id, contact_id, kind);
