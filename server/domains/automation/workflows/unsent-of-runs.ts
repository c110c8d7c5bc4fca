import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '#core/context.ts'
import { choice } from '#shapes'

/** Of the emails and messages that the steps of a run wrote: how those stand that have not left. */
export const RunUnsent = choice('WorkflowRunUnsent', ['waiting', 'failed', 'uncertain'])
export type RunUnsent = z.output<typeof RunUnsent>

/** As the indexes say it, or they are not used. An email in a conversation is one of `mailbox_mails`. */
const unsent = (orgId: string): RawBuilder<unknown> => sql`
  (select (cause ->> 'run')::uuid as run_id, state from mailbox_mails
    where org_id = ${orgId} and cause is not null and state in ('queued', 'sending', 'failed', 'uncertain', 'cancelled')
  union all select (cause ->> 'run')::uuid, state from messages
    where org_id = ${orgId} and cause is not null and mail_id is null and state in ('queued', 'sending', 'failed', 'uncertain', 'cancelled'))`

/** By the ids of runs; of one whose emails and messages have all left there is none. */
export const findUnsent = async (db: Db, orgId: string, runIds: readonly string[]): Promise<ReadonlyMap<string, RunUnsent>> => {
  if (runIds.length === 0) return new Map()
  const { rows } = await sql<{ run_id: string; unsent: RunUnsent }>`
    select u.run_id, case when bool_or(u.state in ('failed', 'cancelled')) then 'failed'
      when bool_or(u.state = 'uncertain') then 'uncertain' else 'waiting' end as unsent
    from ${unsent(orgId)} u where u.run_id = any (${runIds}::uuid[]) group by u.run_id`.execute(db)
  return new Map(rows.map(({ run_id, unsent: standing }) => [run_id, standing]))
}

/** The runs of which something did not leave, or may not have. For a statement. */
export const runsWithUnsent = (orgId: string): RawBuilder<unknown> =>
  sql`(select u.run_id from ${unsent(orgId)} u where u.state in ('failed', 'uncertain', 'cancelled'))`
