import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { Doing, Done } from './effects.ts'
import { finalStates, type RunState } from './runs.ts'

/** How soon a run looks again at what another is doing under the same key. */
const lookAgainSeconds = 5

interface Earlier {
  /** What it comes to without doing anything; null: it is to be done. */
  readonly done: Done | null
  /** An earlier run began it, and never said how it ended. */
  readonly isBegun: boolean
}

interface Row {
  readonly run_id: string
  readonly state: 'begun' | 'done' | 'failed' | 'uncertain'
  readonly proof: unknown
  readonly run_state: RunState | null
  readonly output: unknown
  readonly is_kept: boolean
}

const notYet: Earlier = { done: null, isBegun: false }

/**
 * What an earlier run under the same key did: what had left by it does not leave again, and what it gave is taken as it was (decisions, "Answers
 * stored"). Only a replay, and what a replay starts, can have one.
 */
export const whatWasDone = async (
  database: Pick<Database, 'inOrg'>,
  { going, thread, key }: Pick<Doing, 'going' | 'thread' | 'key'>,
): Promise<Earlier> => {
  const { run } = going
  if (run.root_id === run.id) return notYet
  const { node, path } = thread
  const row = await database.inOrg(run.org_id, async (db) => {
    const { rows } = await sql<Row>`
      select e.run_id, e.state, e.proof, r.state as run_state, s.output, s.run_id is not null as is_kept
      from workflow_effects e left join workflow_runs r on r.org_id = e.org_id and r.id = e.run_id
      left join lateral (
        select s.run_id, s.output from workflow_steps s join workflow_runs o on o.org_id = s.org_id and o.id = s.run_id and o.forgotten_at is null
        where s.org_id = e.org_id and s.node = ${node} and s.path = ${path} and s.state = 'done'
          and s.run_id in (e.run_id, (select n.replay_of from workflow_runs n where n.org_id = e.org_id and n.id = ${run.id}))
        limit 1) s on true
      where e.org_id = ${run.org_id} and e.key = ${key}`.execute(db)
    return rows[0]
  })
  if (!row || row.run_id === run.id) return notYet
  if (row.state === 'done')
    return row.is_kept
      ? { done: { state: 'done', output: row.output ?? undefined }, isBegun: false }
      : {
          isBegun: false,
          done: {
            ...{ state: 'paused', code: 'output_forgotten' },
            reason: 'The step was done by an earlier run, and what it gave is forgotten by now.',
          },
        }
  if (row.run_state !== null && !finalStates.includes(row.run_state))
    return { done: { state: 'later', afterSeconds: lookAgainSeconds }, isBegun: false }
  if (row.state === 'uncertain')
    return {
      isBegun: false,
      done: {
        ...{ state: 'uncertain', known: row.proof },
        reason: 'An earlier run did this step, and it is not known whether the receiver acted.',
      },
    }
  return { done: null, isBegun: row.state === 'begun' }
}
