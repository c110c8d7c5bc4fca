import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { batchRows } from '#core/jobs/row-batches.ts'
import { retention } from '#core/retention.ts'
import { contribution } from '#core/within.ts'
import { transcriptsOff } from '#domains/connections/ai-models/moments.ts'

/** `count-reply-drafts` looks back so far at the most. */
const countedDays = 365

/**
 * What models wrote of customers is kept as long as conversations with the assistant are: after that a draft is its outcome alone, which is
 * counted for a year, and one that was never used is gone.
 */
export const draftTextRetention = retention({
  name: 'drafted replies and summaries',
  days: 0,
  about: `Drafted replies and summaries, after the days that the workspace sets for conversations with the assistant; the outcome of a draft is counted for ${countedDays} days`,
  ofOrg: (db, { orgId, now }) => forgetTexts(db, orgId, now),
})

/** Where the workspace keeps no conversations any more, the texts go at once, and not only at night. */
export const forgetDraftTexts = contribution({
  name: 'forget-draft-texts',
  to: transcriptsOff,
  run: async ({ now }, { db, orgId }) => {
    while ((await forgetTexts(db, orgId, now)) > 0);
  },
})

/** Those that are older than the workspace keeps them, a batch at a time; answers how many. */
const forgetTexts = async (db: Db, orgId: string, now: Date): Promise<number> => {
  const ended = sql`${now}::timestamptz - make_interval(days => coalesce((select transcript_days from ai_settings where org_id = ${orgId}), 90))`
  const { rows } = await sql<{ one: number }>`
    with old as (
      select id, state, created_at from reply_drafts
      where org_id = ${orgId} and created_at < ${ended}
        and (text <> '' or state = 'ready' or created_at < ${now}::timestamptz - make_interval(days => ${countedDays}))
      limit ${batchRows}),
    gone as (
      delete from reply_drafts d using old
      where d.org_id = ${orgId} and d.id = old.id
        and (old.state = 'ready' or old.created_at < ${now}::timestamptz - make_interval(days => ${countedDays}))
      returning 1 as one),
    emptied as (
      update reply_drafts d set text = '', sources = '[]'
      from old
      where d.org_id = ${orgId} and d.id = old.id
        and old.state <> 'ready' and old.created_at >= ${now}::timestamptz - make_interval(days => ${countedDays})
      returning 1 as one),
    summed as (
      delete from summaries where org_id = ${orgId} and (person_id, kind, subject) in (
        select person_id, kind, subject from summaries where org_id = ${orgId} and created_at < ${ended} limit ${batchRows})
      returning 1 as one)
    select one from gone union all select one from emptied union all select one from summed`.execute(db)
  return rows.length
}
