import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { CleanupCount, countCleanup, countsOf, RemovedCounts, removeLot, startCleanup } from './cleanups.ts'
import { retentionErrors } from './errors.ts'
import { runCleanupJob } from './run-cleanup.ts'

/** What takes longer goes on in a job. */
const waitedMs = 8_000
/** When that job looks whether this call has ended before its work: its server may be gone. */
const lookedAfterMs = 30_000

export const systemCleanup = action({
  name: 'system-cleanup',
  summary: 'Remove data of this workspace that is kept no longer',
  description: `What the nightly job removes, now, and files of leads that brought none and were not touched for 90 days. A dry run counts the same rows and removes nothing.
The audit log, leads and the requests that made them, documents with their evidence, and payments are never removed by it.
It works in lots; where it takes longer than some seconds, \`running\` is true, and \`show-cleanup\` shows its progress.`,
  who: 'owner',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: true, idempotent: true },
  // No transaction is open over all lots.
  callsProvider: true,
  limit: { times: 20, seconds: 60 },
  input: z.object({ dryRun: z.boolean().optional() }),
  output: z.object({
    success: z.literal(true),
    removed: RemovedCounts.describe('By kind; of a dry run: what would be removed'),
    kinds: z.array(CleanupCount).describe('What there was at the start'),
    running: z.boolean(),
    cleanupId: z.uuid().nullable(),
  }),
  errors: [retentionErrors.cleanup_running],
  examples: [{ title: 'What would be removed', input: { dryRun: true } }],

  async run({ dryRun }, { org, person, inOrg, within, newId, now }) {
    const at = now()
    if (dryRun) {
      const kinds = await inOrg(({ db, enqueue }) => countCleanup(db, org.id, { within, enqueue, now: at }))
      return { success: true as const, removed: countsOf(kinds), kinds, running: false, cleanupId: null }
    }
    const cleanupId = newId()
    const job = { orgId: org.id, cleanupId }
    const kinds = await inOrg(async ({ db, enqueue }) => {
      const counted = await countCleanup(db, org.id, { within, enqueue, now: at })
      await startCleanup(db, org.id, { id: cleanupId, personId: person.id, planned: countsOf(counted), now: at })
      await enqueue(runCleanupJob, job, { inMs: lookedAfterMs })
      return counted
    })
    const begun = performance.now()
    const lot = () => inOrg(({ db, enqueue }) => removeLot(db, org.id, cleanupId, { within, enqueue, now: now() }))
    let done = await lot()
    while (!done.isOver && performance.now() - begun < waitedMs) done = await lot()
    if (!done.isOver) await inOrg(({ enqueue }) => enqueue(runCleanupJob, job))
    return { success: true as const, removed: done.removed, kinds, running: !done.isOver, cleanupId }
  },
})
