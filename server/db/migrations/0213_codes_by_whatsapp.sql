/*
 * A code to a signer by WhatsApp (decision 0191). The message stands in the conversation without the code: its values are beside it, encrypted, until it has left,
 * and no longer than the code holds.
 */
alter table messages
  add column values_sealed text,
  add column values_until timestamptz,
  add constraint messages_values check ((values_sealed is null) = (values_until is null)) not valid;   -- no row of before has either

alter table document_signers drop constraint document_signers_code_check;
alter table document_signers
  add constraint document_signers_code_check check (code in ('none', 'email', 'whatsapp')),
  add column phone text check (length(phone) <= 20),   -- E.164: where codes by WhatsApp go
  add constraint document_signers_phone check (code <> 'whatsapp' or phone is not null or name = '–');

alter table sealing_settings add column code_template jsonb;   -- by which WhatsApp template codes go: {"name","language"}
