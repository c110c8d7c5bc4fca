-- The chat on a website: what a visitor says of themselves, and the messages of their session alone.

-- Claimed, not proven. Kept with the session until there is a contact, and to show as what it is.
alter table chat_sessions
  add column claimed_name text,
  add column claimed_email text;

-- `messages.address` of the channel web_chat is the session's id: a visitor is shown what was said in it, and nothing else.
create index messages_of_web_chat on messages (org_id, address, at, id) where channel = 'web_chat';
