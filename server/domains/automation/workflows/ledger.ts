import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import type { Database } from '#db/connect.ts'
import type { StepError } from './advance.ts'
import type { ClaimedRun } from './runs.ts'
import { isStopped } from './stopped-workflows.ts'

/** What the ledger says of an effect before it is done. `key`: under which it is done, or was. */
export type Entry = { readonly key: string } & (
  | {
      readonly state: 'open'
      /** It left before, and how that ended is not known. */
      readonly hasLeft: boolean
      /** What was kept of it before its end. */
      readonly answer: unknown
    }
  | { readonly state: 'done'; readonly output: unknown; readonly proof: unknown }
  /** The receiver acted, and the step failed all the same. */
  | { readonly state: 'failed'; readonly error: StepError }
  | { readonly state: 'uncertain'; readonly known: unknown }
  | { readonly state: 'stopped' }
  | { readonly state: 'lost' }
)

interface Effect {
  readonly key: string
  /** Of the step. */
  readonly node: string
  readonly path: string
  readonly what: string
  /** It is marked as being on its way. */
  readonly leaves: boolean
}

interface Row {
  readonly current: string
  readonly state: 'begun' | 'done' | 'failed' | 'uncertain' | null
  readonly left_at: Date | null
  readonly answer: { readonly output?: unknown } | null
  readonly proof: unknown
  readonly step_state: string | null
  readonly step_output: unknown
  readonly step_error: StepError | null
  readonly is_forgotten: boolean
}

/**
 * Asks the ledger whether an effect was done already, by this run or by the one that it repeats, and writes down that it leaves now. In one
 * transaction, right before: nothing leaves by a run that another worker has, or whose workflow is stopped.
 */
export const openEntry = (database: Pick<Database, 'inOrg'>, run: ClaimedRun, effect: Effect): Promise<Entry> =>
  database.inOrg(run.org_id, async (db) => {
    const may = await mayLeave(db, run)
    if (may !== 'yes') return { key: effect.key, state: may }
    const row = await findRow(db, run.org_id, effect.key)
    const key = row?.current ?? effect.key
    if (row?.state === 'done') return { key, ...endOf(row) }
    if (row?.state === 'uncertain') return { key, state: 'uncertain', known: row.proof }
    await sql`
      insert into workflow_effects (org_id, key, run_id, workflow_id, node, path, what, state, left_at)
      values (${run.org_id}, ${key}, ${run.id}, ${run.workflow_id}, ${effect.node}, ${effect.path}, ${effect.what}, 'begun',
        case when ${effect.leaves} then clock_timestamp() end)
      on conflict (org_id, key) do update set state = 'begun', run_id = excluded.run_id, workflow_id = excluded.workflow_id, ended_at = null,
        left_at = coalesce(excluded.left_at, workflow_effects.left_at)`.execute(db)
    return { key, state: 'open', hasLeft: row?.state === 'begun' && row.left_at !== null, answer: row?.answer ?? null }
  })

const mayLeave = async (db: Db, { org_id, id, lease, fence }: ClaimedRun): Promise<'yes' | 'lost' | 'stopped'> => {
  const { rows } = await sql<{ is_ours: boolean; is_stopped: boolean }>`
    select coalesce(r.lease = ${lease} and r.fence = ${fence}, false) as is_ours,
      ${isStopped} as is_stopped
    from workflow_runs r join workflows w on w.org_id = r.org_id and w.id = r.workflow_id
    where r.org_id = ${org_id} and r.id = ${id}`.execute(db)
  if (!rows[0]?.is_ours) return 'lost'
  return rows[0].is_stopped ? 'stopped' : 'yes'
}

/** The newest under a key: each time that a person has it done anew it gets another one. With the step that it ended. */
const findRow = async (db: Db, orgId: string, key: string): Promise<Row | undefined> => {
  const { rows } = await sql<Row>`
    select case when b.anew = 0 then b.key else b.key || '~' || b.anew end as current, e.state, e.left_at, e.answer, e.proof,
      s.state as step_state, s.output as step_output, s.error as step_error,
      r.forgotten_at is not null as is_forgotten
    from workflow_effects b
    left join workflow_effects e on e.org_id = b.org_id and e.key = case when b.anew = 0 then b.key else b.key || '~' || b.anew end
    left join workflow_runs r on r.org_id = e.org_id and r.id = e.run_id
    left join workflow_steps s on s.org_id = e.org_id and s.run_id = e.run_id and s.node = e.node and s.path = e.path
      and s.state in ('done', 'failed')
    where b.org_id = ${orgId} and b.key = ${key} for update of b`.execute(db)
  return rows[0]
}

const endOf = ({
  answer,
  proof,
  step_state,
  step_output,
  step_error,
  is_forgotten,
}: Row): { state: 'done'; output: unknown; proof: unknown } | { state: 'failed'; error: StepError } => {
  if (answer && 'output' in answer) return { state: 'done', output: answer.output, proof }
  if (step_state === 'done' && !is_forgotten) return { state: 'done', output: step_output, proof }
  return { state: 'failed', error: step_error ?? forgotten }
}

export const forgotten: StepError = {
  code: 'answer_forgotten',
  message: 'It was done before, and what it gave then is forgotten by now. It is not done a second time.',
}

/** Keeps what was paid for, whatever happens before the step ends. */
export const keepAnswer = async (db: Db, orgId: string, key: string, answer: unknown): Promise<void> => {
  await sql`update workflow_effects set answer = ${JSON.stringify(answer)}::jsonb
    where org_id = ${orgId} and key = ${key} and state = 'begun'`.execute(db)
}
