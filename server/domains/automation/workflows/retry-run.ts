import { sql } from 'kysely'
import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import type { Db } from '#core/context.ts'
import { lockKeys } from './concurrency-keys.ts'
import { workflowErrors } from './errors.ts'
import { goOnWithRun } from './paused-runs.ts'
import { wordsOf } from './preview-replay.ts'
import { placeKey } from './progress.ts'
import { readVersion } from './published-versions.ts'
import {
  countsOf,
  type EarlierRun,
  effectsUnder,
  findEarlierRun,
  findOpenOfRoot,
  lockRoot,
  recordedSteps,
  wayOf,
} from './replays.ts'
import { RunState } from './runs.ts'
import { lockUncertain } from './uncertain-effects.ts'
import type { Way } from './walked-ways.ts'

export const retryRun = action({
  name: 'retry-run',
  summary: 'Let a run that failed or is paused go on',
  description:
    'Once its cause is put right: the same run goes on from the step that failed, on its own version, with its tries counted anew. What had left stays done. A run that its own stop step ended did not fail, and one whose effect is `uncertain` waits for a decision about that first: 409.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  scope: 'workflows:write',
  input: z.object({ runId: z.uuid() }),
  output: z.object({ success: z.literal(true), status: RunState }),
  errors: [
    workflowErrors.run_not_found,
    workflowErrors.run_not_failed,
    workflowErrors.run_not_ended,
    workflowErrors.effect_uncertain,
    workflowErrors.run_forgotten,
    workflowErrors.step_not_reached,
  ],
  examples: [{ title: 'One run', input: { runId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ runId }, { db, org, fail }) {
    const known = await findEarlierRun(db, org.id, runId)
    if (!known) throw fail('run_not_found')
    await lockRoot(db, org.id, known.root_id)
    const run = await findEarlierRun(db, org.id, runId)
    if (!run) throw fail('run_not_found')
    if (run.state === 'paused') {
      if ((await lockUncertain(db, org.id, runId)).length > 0) throw fail('effect_uncertain')
      const status = await goOnWithRun(db, org.id, runId)
      if (!status) throw fail('run_not_failed')
      return { success: true as const, status }
    }
    if (run.state === 'failed' && (await wasReplayed(db, org.id, run)))
      throw fail('run_not_failed', { message: 'A replay went on from this run: retry or replay that one.' })
    if (run.state !== 'failed' || run.reason_code === 'stopped') throw fail('run_not_failed')
    if (run.forgotten_at) throw fail('run_forgotten')
    if (await findOpenOfRoot(db, org.id, run)) throw fail('run_not_ended')
    const { program } = await readVersion(db, org.id, run.workflow_id, run.version)
    const way = await wayOf(db, org.id, run, program, await recordedSteps(db, org.id, runId), null)
    if (typeof way === 'string') throw fail('step_not_reached', wordsOf(way, run.version))
    if (way.progress.threads.length === 0) throw fail('run_not_failed')
    await markBegun(db, org.id, run, way)
    const status = await reopen(db, org.id, run, way)
    return { success: true as const, status }
  },
})

/** Its replay did steps under its keys: it knows nothing of them. */
const wasReplayed = async (db: Db, orgId: string, { id }: EarlierRun): Promise<boolean> => {
  const { rows } = await sql`select from workflow_runs where org_id = ${orgId} and replay_of = ${id} limit 1`.execute(db)
  return rows.length > 0
}

/** What was begun when another branch failed, and of which the end is not known, is gone about as after a crash. */
const markBegun = async (db: Db, orgId: string, run: EarlierRun, { progress }: Way): Promise<void> => {
  const begun = new Set(
    (await effectsUnder(db, orgId, run)).filter(({ state, run_id }) => state === 'begun' && run_id === run.id).map(placeKey),
  )
  for (const thread of progress.threads) if (begun.has(placeKey(thread))) thread.state = 'running'
}

/** Under its key, one run at a time: where another has it, this one waits for its turn. */
const reopen = async (db: Db, orgId: string, run: EarlierRun, { progress, kept }: Way): Promise<'queued'> => {
  const { id, workflow_id, concurrency_key: key } = run
  if (key !== null) await lockKeys(db, orgId, [{ workflowId: workflow_id, key }])
  const places = progress.threads.map(({ node, path }) => ({ node, path }))
  await sql`
    delete from workflow_waits w using jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as t (node text, path text)
    where w.org_id = ${orgId} and w.run_id = ${id} and w.node = t.node and w.path = t.path and w.state = 'cancelled'`.execute(
    db,
  )
  await sql`
    update workflow_runs r set state = 'queued', reason_code = null, reason = null, ended_at = null, deaths = 0, fence = r.fence + 1,
      progress = ${JSON.stringify({ ...progress, anew: countsOf(run.anew) })}::jsonb, step_count = ${kept.length}, bytes = null,
      due_at = case when ${key}::text is null or not exists (
        select from workflow_runs o where o.org_id = r.org_id and o.workflow_id = r.workflow_id and o.concurrency_key = ${key}
          and o.ended_at is null and o.id <> r.id) then now() end
    where r.org_id = ${orgId} and r.id = ${id} and r.state = 'failed'`.execute(db)
  return 'queued'
}
