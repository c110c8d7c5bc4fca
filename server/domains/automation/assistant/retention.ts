import { sql } from 'kysely'
import { batchRows } from '#core/jobs/row-batches.ts'
import { retention } from '#core/retention.ts'

/** Each workspace says for how many days; 0 is until the next night. */
export const conversationRetention = retention({
  name: 'conversations with the assistant',
  days: 0,
  about: 'Conversations with the assistant, after the days that the workspace sets, from their last word on',
  async ofOrg(db, { orgId, now }) {
    const { rows } = await sql<{ id: string }>`
      delete from assistant_conversations where org_id = ${orgId} and id in (
        select id from assistant_conversations
        where org_id = ${orgId} and (answers_until is null or answers_until < ${now})
          and last_at < ${now}::timestamptz - make_interval(days => coalesce((select transcript_days from ai_settings where org_id = ${orgId}), 90))
        limit ${batchRows}
      ) returning id`.execute(db)
    return rows.length
  },
})
