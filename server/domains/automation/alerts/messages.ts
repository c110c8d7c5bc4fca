import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import type { HappenedOf } from '#core/events/reaction.ts'
import type { conversationEvents, messageEvents } from '#domains/conversations/inbox/events.ts'
import { rootId } from '#domains/crm/identities/root-ids.ts'
import { clearNotice, clearNoticeOf, raiseNotice } from '#domains/platform/notifications/notices.ts'
import { alertNotices } from './notices.ts'

/** For the owner of the conversation, else of the deal that it is about: what they have not read there as yet. One notice a conversation. */
export const raiseNewMessages = async (
  db: Db,
  orgId: string,
  events: readonly HappenedOf<typeof messageEvents.received>[],
): Promise<void> => {
  const ids = events.map(({ subjectId }) => subjectId)
  if (ids.length === 0) return
  const { rows } = await sql<{ contact_id: string; person_id: string; name: string | null; thread: string; channel: string }>`
    select distinct on (v.id) v.id as contact_id, o.id as person_id, c.full_name as name, coalesce(v.deal_id, v.id)::text as thread, m.channel
    from messages m
    join contacts s on s.org_id = m.org_id and s.id = m.contact_id
    join conversations v on v.org_id = m.org_id and v.id = ${rootId('s')}
    join contacts c on c.org_id = v.org_id and c.id = v.id
    left join deals d on d.org_id = v.org_id and d.id = v.deal_id
    join members o on o.org_id = v.org_id and o.id = case when v.assigned_to is null then d.assigned_to else v.assigned_to end
    left join conversation_readers r on r.org_id = v.org_id and r.id = o.id and r.contact_id = v.id
    where m.org_id = ${orgId} and m.id = any(${ids}::uuid[]) and m.kind not in ('reaction', 'system')
      and (r.read_at is null or r.read_at < m.created_at)
    order by v.id, m.id desc`.execute(db)
  for (const { contact_id: subjectId, person_id: personId, ...facts } of rows)
    await raiseNotice(db, orgId, { notice: alertNotices.message_new, subjectId, personId, facts })
}

/** Who read a conversation is not notified of it any more; one that was answered is no news for its owner. */
export const clearReadMessages = async (
  db: Db,
  orgId: string,
  {
    read,
    written,
  }: {
    readonly read: readonly HappenedOf<typeof conversationEvents.read>[]
    readonly written: readonly HappenedOf<typeof messageEvents.written>[]
  },
): Promise<void> => {
  for (const { subjectId, facts } of read)
    if (facts)
      for (const notice of [alertNotices.message_new, alertNotices.email_new, alertNotices.conversation_assigned])
        await clearNoticeOf(db, orgId, notice, { subjectId, personId: facts.person_id })
  for (const { facts } of written)
    if (facts && facts.channel !== 'note') await clearNotice(db, orgId, alertNotices.message_new, facts.contact_id)
}
