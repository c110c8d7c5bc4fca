import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { deleteExpired, type ExpiredRows } from '#core/expired-rows.ts'
import { retention } from '#core/retention.ts'
import { contribution } from '#core/within.ts'
import { transcriptsOff } from '#domains/connections/ai-models/moments.ts'
import { findAiSettings } from '#domains/connections/ai-models/settings.ts'
import { cleanable, cleaning } from '#domains/platform/retention/cleanables.ts'

const expiredConversations = (orgId: string, now: Date): ExpiredRows => ({
  table: 'assistant_conversations',
  where: sql`org_id = ${orgId} and (answers_until is null or answers_until < ${now})
    and last_at < ${now}::timestamptz - make_interval(days => coalesce((select transcript_days from ai_settings where org_id = ${orgId}), 90))`,
  at: sql`last_at`,
})

/** Where none are kept they go at once, but those that are being answered, and those whose proposals wait for their person. */
const over = (orgId: string, now: Date) => sql<boolean>`
  (answers_until is null or answers_until < ${now}) and not exists (select from assistant_proposals p
    where p.org_id = ${orgId} and p.conversation_id = assistant_conversations.id and p.state in ('open', 'running')
      and p.expires_at > ${now})`

export const forgetConversations = contribution({
  name: 'forget-conversations',
  to: transcriptsOff,
  run: async ({ now }, { db, orgId }) => {
    await db.deleteFrom('assistant_conversations').where('org_id', '=', orgId).where(over(orgId, now)).execute()
  },
})

/** As a person begins another one: what was said before goes, where the workspace keeps none. */
export const forgetEarlier = async (
  db: Db,
  { orgId, personId }: { readonly orgId: string; readonly personId: string },
  { id, now }: { readonly id: string; readonly now: Date },
): Promise<void> => {
  if ((await findAiSettings(db, orgId)).transcriptDays > 0) return
  await db
    .deleteFrom('assistant_conversations')
    .where('org_id', '=', orgId)
    .where('person_id', '=', personId)
    .where('id', '<>', id)
    .where(over(orgId, now))
    .execute()
}

/** Each workspace says for how many days; of 0 the last one of each person stays until the next night. */
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
