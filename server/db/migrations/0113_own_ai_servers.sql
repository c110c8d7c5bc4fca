-- A server of a workspace's own may be asked like the vendors; who has chosen an order keeps it.
alter table ai_settings alter column fallbacks set default '{gemini,openai,anthropic,compatible}';

-- Of Anthropic, too, and of one's own server there is one account at a time. Two that were connected at the same moment: the newer is used.
update connections older set status = 'disconnected', disconnected_at = now(), credentials = null, expires_at = null, last_error = null
  where provider = 'anthropic' and status <> 'disconnected' and exists (
    select 1 from connections newer where newer.org_id = older.org_id and newer.provider = older.provider
      and newer.status <> 'disconnected' and newer.id > older.id);
drop index connections_one_at_a_time;
create unique index connections_one_at_a_time on connections (org_id, provider)
  where status <> 'disconnected'
    and provider in ('stripe', 'razorpay', 'whatsapp', 'twilio', 'gemini', 'openai', 'anthropic', 'compatible');
