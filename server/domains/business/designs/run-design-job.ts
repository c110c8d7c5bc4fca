import type { Db, JobContext } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { job } from '#core/jobs/job.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { changeDesignJob, type DesignJobRow, failDesignJob, gapMs, leaseDesignJob, longestMs } from './design-jobs.ts'
import { begin, goOn, isMissedFile, passing } from './design-steps.ts'
import { markGone } from './designs.ts'
import { JobOver } from './job-over.ts'
import { runDesignJobReference } from './job-references.ts'

/** So often a file is asked for that is not there, or is none of its format, each time at an address given anew. */
const mostMisses = 4

/**
 * Asks Canva for what a row wants, once; looks how far it is, with growing gaps; takes what was made. Each step is written down before the
 * next, so that a run that ends anywhere is followed by one that goes on there. Only whether Canva was asked cannot be found out afterwards:
 * a row that says so and has no answer fails by that name.
 */
export const runDesignJob = job({
  ...runDesignJobReference,
  summary: 'Export a design, or fill a template, at Canva',
  retry: { times: 8, delaySeconds: 5 },
  expireSeconds: 900,
  atOnce: 4,

  async run({ orgId, jobId }, context) {
    const row = await context.inOrg(orgId, (db) => leaseDesignJob(db, orgId, jobId, context.jobId))
    if (!row) return
    const fail = (code: string, reason: string | null = null): Promise<void> =>
      context.inOrg(orgId, (db) => failDesignJob(db, row, code, context.now(), reason))
    if (row.was_asking || row.kind === 'create') return fail('outcome_unknown')
    if (context.now().getTime() - row.created_at.getTime() > longestMs) return fail('expired')
    try {
      if (row.state === 'queued') await begin(context, row)
      else if ((await goOn(context, row)) === 'ended') return
      await context.inOrg(orgId, (db) => goOnLater(context, db, row, { polls: row.polls + (row.state === 'queued' ? 0 : 1) }))
    } catch (error) {
      await settle(context, row, error, fail)
    }
  },
})

/** Gives the job back, to be run again after a gap, or after what was asked for where that is longer. */
const goOnLater = async (
  { now, enqueueIn }: JobContext,
  db: Db,
  row: DesignJobRow,
  { waitMs = 0, ...change }: { readonly polls: number; readonly waitMs?: number } & Parameters<typeof changeDesignJob>[2],
): Promise<void> => {
  const inMs = Math.max(waitMs, gapMs(change.polls))
  const next = { leased_by: null, leased_until: null, next_at: new Date(now().getTime() + inMs) }
  if (await changeDesignJob(db, row, { ...change, ...next }))
    await enqueueIn(db, runDesignJobReference, { orgId: row.org_id, jobId: row.id }, { inMs })
}

const settle = async (
  context: JobContext,
  row: DesignJobRow,
  error: unknown,
  fail: (code: string, reason?: string | null) => Promise<void>,
): Promise<void> => {
  const { org_id: orgId } = row
  const { inOrg, now } = context
  if (error instanceof JobOver) return error.code === null ? undefined : fail(error.code)
  if (isMissedFile(error)) {
    if (row.misses + 1 >= mostMisses) return fail(error.code ?? 'address_over')
    const change = { misses: row.misses + 1, polls: row.polls + 1, reason: error.reason }
    return inOrg(orgId, (db) => goOnLater(context, db, row, change))
  }
  const waiting = passing(error)
  if (waiting) {
    // It was not begun: a refusal that passes was an answer, or nothing left.
    const state = row.state === 'queued' ? ('queued' as const) : ('running' as const)
    const change = { state, polls: row.polls + 1, ...waiting }
    return inOrg(orgId, (db) => goOnLater(context, db, row, change))
  }
  if (error instanceof Failure && error.code === 'canva_not_connected') return fail('disconnected')
  if (error instanceof Failure && error.code === 'connection_not_found') return fail('disconnected')
  // The store's own limit, of a file that did not say how long it is.
  if ((error as NodeJS.ErrnoException).code === 'EFBIG') return fail('file_too_large')
  if (!(error instanceof ProviderError)) throw error
  if (error.code === 'design_not_there') {
    if (row.kind === 'export') await inOrg(orgId, (db) => markGone(db, orgId, row.design_id ?? '', now()))
    return fail('design_gone')
  }
  if (error.kind === 'uncertain') return fail('outcome_unknown')
  if (error.kind === 'credentials') return fail('right_missing')
  return fail(error.code === 'job_not_there' ? 'address_over' : (error.code ?? 'refused'), error.reason)
}
