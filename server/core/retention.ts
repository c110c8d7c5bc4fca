import { z } from 'zod'
import type { Db, JobContext } from './context.ts'
import { job } from './jobs/job.ts'
import { inBatches, orgIds } from './jobs/row-batches.ts'
import type { RetentionSetting } from './retention-setting.ts'
import type { Within } from './within.ts'

const dayMs = 86_400_000

/** How long a module keeps rows that grow without end; what is older is removed every night. */
export interface Retention {
  /** As the log and the reference name it: `audit log`. */
  readonly name: string
  /** Days, a setting of days (0 keeps them for ever), or 0 for what carries its own end. */
  readonly days: number | RetentionSetting
  /** What goes, and when, for docs/operating.md: `Requests that created no lead`. */
  readonly about: string
  /** Removes at most `batchRows` rows that are older, of one organization; answers how many. */
  readonly ofOrg?: (db: Db, old: Old & { readonly orgId: string }) => Promise<number>
  /** Removes all rows that are older, where they belong to no organization; answers how many. */
  readonly ofAll?: (db: Db, old: Old) => Promise<number>
}

export interface Old {
  readonly before: Date
  readonly now: Date
  /** All that the catalogue follows: what they have not seen yet is not old. */
  readonly reactions: readonly string[]
  readonly within: Within
}

export const retention = (definition: Retention): Retention => definition

/** The one job that removes what is older than its modules keep it, one after the other. */
export const removeExpired = (retentions: readonly Retention[], reactions: readonly string[]) =>
  job({
    name: 'remove-expired',
    formerly: ['prune-directory', 'prune-deliveries', 'prune-mails', 'prune-webhook-deliveries'],
    summary: 'Remove what is older than its retention',
    data: z.object({}),
    retry: { times: 3, delaySeconds: 300 },
    expireSeconds: 3_600,
    schedule: '41 3 * * *',

    async run(_data, context) {
      const orgs = await orgIds(context.db)
      const errors: unknown[] = []
      for (const each of retentions) {
        if (context.signal.aborted) break
        try {
          const removed = await removeOld(each, context, orgs, reactions)
          if (removed > 0) context.log.info({ retention: each.name, removed }, 'removed what is older than its retention')
        } catch (error) {
          // The others do not wait for it; the job is retried, and fails where it can be seen.
          context.log.error({ err: error, retention: each.name }, 'a retention failed')
          errors.push(error)
        }
      }
      if (errors.length > 0) throw errors.length === 1 ? errors[0] : new AggregateError(errors, 'several retentions failed')
    },
  })

const removeOld = async (
  { days, ofAll, ofOrg }: Retention,
  context: JobContext,
  orgs: readonly string[],
  reactions: readonly string[],
): Promise<number> => {
  const now = context.now()
  const kept = typeof days === 'number' ? days : context.settings.retention[days]
  if (kept === 0 && typeof days !== 'number') return 0
  const old: Old = { before: new Date(now.getTime() - kept * dayMs), now, reactions, within: context.within }
  let removed = ofAll ? await ofAll(context.db, old) : 0
  if (ofOrg) for (const orgId of orgs) removed += await inBatches(context, orgId, (db) => ofOrg(db, { ...old, orgId }))
  return removed
}
