import { sql } from 'kysely'
import type { Db } from '#core/context.ts'

export interface UncertainEffect {
  readonly key: string
  readonly kind: string
}

/** The effects of a run of which it is not known whether they were done; each locked, so that one decision counts. */
export const lockUncertain = async (
  db: Db,
  orgId: string,
  runId: string,
  at?: { readonly node: string; readonly path: string },
): Promise<UncertainEffect[]> => {
  const { rows } = await sql<UncertainEffect>`
    select e.key, s.kind from workflow_effects e
    join workflow_steps s on s.org_id = e.org_id and s.run_id = e.run_id and s.node = e.node and s.path = e.path
    where e.org_id = ${orgId} and e.run_id = ${runId} and e.state = 'uncertain'
      ${at === undefined ? sql`` : sql`and e.node = ${at.node} and e.path = ${at.path}`} order by e.key for update of e`.execute(
    db,
  )
  return rows
}

/** Who decided what, and why: kept with the proof. */
export interface Settlement {
  readonly outcome: 'happened' | 'did_not_happen'
  readonly reason: string
  readonly by: string | null
  readonly at: string
}

/** It was done: the step has what it gave. */
export const settleAsDone = async (
  db: Db,
  orgId: string,
  key: string,
  { output, settlement }: { readonly output: unknown; readonly settlement: Settlement },
): Promise<void> => {
  await sql`
    update workflow_effects set state = 'done', left_at = null, ended_at = now(), answer = ${JSON.stringify({ output })}::jsonb,
      proof = coalesce(proof, '{}') || ${JSON.stringify({ settled: settlement })}::jsonb
    where org_id = ${orgId} and key = ${key}`.execute(db)
}

/** It was not: it is done anew, with the next key, so that a receiver that knows the old one does not take it for a repeat. */
export const settleAsUndone = async (db: Db, orgId: string, key: string, settlement: Settlement): Promise<void> => {
  const [base = key] = key.split('~')
  await sql`
    update workflow_effects set state = 'failed', left_at = null, ended_at = now(),
      proof = coalesce(proof, '{}') || ${JSON.stringify({ settled: settlement })}::jsonb
    where org_id = ${orgId} and key = ${key}`.execute(db)
  await sql`update workflow_effects set anew = anew + 1 where org_id = ${orgId} and key = ${base}`.execute(db)
}
