import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { never } from '#core/held.ts'
import { joinedOrg } from '#core/joined-org.ts'
import { closeSteps } from './step-endings.ts'

/**
 * When a run, as `r`, is due whose wait was answered: at once, unless a worker has it (who sees the news), a person has to do something first, or it
 * is held after a restore.
 */
const dueByNews = sql`case when r.lease is null and r.state <> 'paused' and (r.due_at is null or r.due_at < ${never}) then now() else r.due_at end`

/** Of runs that are over: nothing of them is open any more. Answers the runs that their steps had waited for. */
export const endOpenSteps = async (db: Db, orgId: string, runIds: readonly string[]): Promise<string[]> => {
  if (runIds.length === 0) return []
  const { rows } = await sql<{ id: string; kind: string; child_id: string | null }>`
    with waits as (
      update workflow_waits set state = 'cancelled', settled_at = now()
      where org_id = ${orgId} and run_id = any (${runIds}::uuid[]) and state = 'open' returning id, kind, child_id),
    steps as (
      update workflow_steps set state = 'cancelled', ended_at = now()
      where org_id = ${orgId} and run_id = any (${runIds}::uuid[]) and state in ('running', 'waiting'))
    select id, kind, child_id from waits where kind in ('person', 'run')`.execute(db)
  await closeSteps(
    db,
    orgId,
    rows.filter(({ kind }) => kind === 'person').map(({ id }) => id),
  )
  return rows.flatMap(({ child_id }) => child_id ?? [])
}

/** What a statement that settles waits returns of each, as `settled`. */
export const settledRun = sql`w.run_id, octet_length(w.answer::text) as bytes`

/** The end of a statement that settles waits, as `settled`: their runs have news, and go on. */
export const goOnFromSettled = (orgId: string) => sql`
  update workflow_runs r set news = r.news + 1, bytes = r.bytes + s.bytes, due_at = ${dueByNews}
  from (select run_id, sum(bytes)::int as bytes from settled group by run_id) s
  where r.org_id = ${joinedOrg(orgId)} and r.id = s.run_id and r.ended_at is null`

/** Steps that wait for a run go on with what it came to. */
export const answerParents = async (
  db: Db,
  orgId: string,
  answers: readonly { readonly child: string; readonly answer: unknown }[],
): Promise<void> => {
  if (answers.length === 0) return
  await sql`
    with settled as (
      update workflow_waits w set state = 'answered', answer = g.answer, answered_via = 'run', settled_at = now()
      from jsonb_to_recordset(${JSON.stringify(answers)}::jsonb) as g (child uuid, answer jsonb)
      where w.org_id = ${joinedOrg(orgId)} and w.child_id = g.child and w.state = 'open' returning ${settledRun})
    ${goOnFromSettled(orgId)}`.execute(db)
}

/**
 * Of one concurrency key, one run at a time: of runs that had begun and ended, the oldest that waits for its turn has it. Behind the lock of the keys
 * (`lockKeys`), or one that is being started now is not seen; such a one is begun by the engine's next look (`begin_next_workflow_runs`).
 */
export const beginNextOfKeys = async (db: Db, orgId: string, endedIds: readonly string[]): Promise<void> => {
  if (endedIds.length === 0) return
  await sql`
    update workflow_runs r set due_at = now()
    from (select distinct on (e.workflow_id, e.concurrency_key) n.id
          from workflow_runs e join workflow_runs n on n.org_id = e.org_id and n.workflow_id = e.workflow_id
            and n.concurrency_key = e.concurrency_key and n.state = 'queued' and n.due_at is null and n.parked_at is null
          where e.org_id = ${orgId} and e.id = any (${endedIds}::uuid[]) and e.concurrency_key is not null
          order by e.workflow_id, e.concurrency_key, n.id) next
    where r.org_id = ${joinedOrg(orgId)} and r.id = next.id and r.state = 'queued'`.execute(db)
}
