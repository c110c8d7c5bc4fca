import { sql } from 'kysely'
import { deleteExpired, type ExpiredRows } from '#core/expired-rows.ts'
import { retention } from '#core/retention.ts'
import { contribution } from '#core/within.ts'
import { cleanable, cleaning } from '#domains/platform/retention/cleanables.ts'

const expiredConversations = (orgId: string, now: Date): ExpiredRows => ({
  table: 'assistant_conversations',
  where: sql`org_id = ${orgId} and (answers_until is null or answers_until < ${now})
    and last_at < ${now}::timestamptz - make_interval(days => coalesce((select transcript_days from ai_settings where org_id = ${orgId}), 90))`,
  at: sql`last_at`,
})

/** Each workspace says for how many days; 0 is until the next night. */
export const conversationRetention = retention({
  name: 'conversations with the assistant',
  days: 0,
  about: 'Conversations with the assistant, after the days that the workspace sets, from their last word on',
  ofOrg: (db, { orgId, now }) => deleteExpired(db, expiredConversations(orgId, now)),
})

export const cleanableConversations = contribution({
  name: 'cleanables-of-assistant',
  to: cleaning,
  run: async ({ now }, { orgId }) => [cleanable('transcripts', null, [expiredConversations(orgId, now)])],
})
