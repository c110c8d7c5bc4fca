import { sql } from 'kysely'
import type { Db, JobContext } from '#core/context.ts'
import { job } from '#core/jobs/job.ts'
import { isDatabaseAway } from '#db/connect.ts'
import type { RehearsalPerson, RehearsalRow } from '../workflows/rehearsals.ts'
import { playRehearsalJob } from './job-references.ts'
import { rehearse } from './rehearse.ts'
import { endSilentRehearsals } from './silent-rehearsals.ts'

/** How often its progress is written. */
const progressMs = 700
/** Until another of the workspace is over. */
const turnMs = 1_500
/** Written with one statement. */
const peopleRows = 200

/** Plays a rehearsal: one at a time in a workspace, and in slices, so that nothing else in the process has to wait for it. */
export const playRehearsal = job({
  ...playRehearsalJob,
  summary: 'Rehearse a workflow on history',
  retry: { times: 3, delaySeconds: 5 },
  atOnce: 2,
  expireSeconds: 120,

  async run({ orgId, rehearsalId }, context) {
    const rehearsal = await context.inOrg(orgId, (db) => claimTurn(db, context, orgId, rehearsalId))
    if (!rehearsal) return
    try {
      let writtenMs = performance.now()
      const { report, people } = await rehearse(context, orgId, rehearsal, async (played, toPlay) => {
        if (performance.now() - writtenMs < progressMs) return
        writtenMs = performance.now()
        await context.inOrg(orgId, (db) => keepProgress(db, orgId, rehearsalId, { played, toPlay }))
      })
      await context.inOrg(orgId, async (db) => {
        // Ended meanwhile: what it read is removed for good.
        if (!(await end(db, orgId, rehearsalId, { state: 'done', report: JSON.stringify(report) }))) return
        for (let at = 0; at < people.length; at += peopleRows)
          await addPeople(db, orgId, rehearsalId, people.slice(at, at + peopleRows))
      })
    } catch (error) {
      if (isDatabaseAway(error)) throw error
      context.log.error({ err: error, rehearsal: rehearsalId }, 'a rehearsal has failed')
      const reason = 'The rehearsal failed: the log of the server says why.'
      await context.inOrg(orgId, (db) => end(db, orgId, rehearsalId, { state: 'failed', reason }))
    }
  },
})

/** Nothing where it is over, or gone, or another of the workspace is being played: then it comes back. */
const claimTurn = async (
  db: Db,
  { enqueueIn }: Pick<JobContext, 'enqueueIn'>,
  orgId: string,
  rehearsalId: string,
): Promise<RehearsalRow | undefined> => {
  await endSilentRehearsals(db, orgId)
  await sql`select pg_advisory_xact_lock(hashtextextended(${`rehearsals of ${orgId}`}, 0))`.execute(db)
  const rehearsal = await db
    .updateTable('workflow_rehearsals as r')
    .set({ state: 'running', played: 0, touched_at: sql`now()` })
    .where('r.org_id', '=', orgId)
    .where('r.id', '=', rehearsalId)
    .where('r.state', 'in', ['waiting', 'running'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('workflow_rehearsals as o')
            .select('o.id')
            .where('o.org_id', '=', orgId)
            .where('o.state', '=', 'running')
            .whereRef('o.id', '<>', 'r.id'),
        ),
      ),
    )
    .returningAll()
    .executeTakeFirst()
  if (rehearsal) return rehearsal
  const waiting = await db
    .updateTable('workflow_rehearsals')
    .set({ touched_at: sql`now()` })
    .where('org_id', '=', orgId)
    .where('id', '=', rehearsalId)
    .where('state', '=', 'waiting')
    .returning('id')
    .executeTakeFirst()
  if (waiting) await enqueueIn(db, playRehearsalJob, { orgId, rehearsalId }, { inMs: turnMs })
  return undefined
}

const keepProgress = async (
  db: Db,
  orgId: string,
  id: string,
  { played, toPlay }: { readonly played: number; readonly toPlay: number },
): Promise<void> => {
  await db
    .updateTable('workflow_rehearsals')
    .set({ played, to_play: toPlay, touched_at: sql`now()` })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .execute()
}

const addPeople = async (db: Db, orgId: string, id: string, people: readonly RehearsalPerson[]): Promise<void> => {
  await db
    .insertInto('workflow_rehearsal_people')
    .values(
      people.map(({ runs, published_runs, ...person }) => ({
        ...{ org_id: orgId, rehearsal_id: id, ...person },
        ...{ runs: JSON.stringify(runs), published_runs: JSON.stringify(published_runs) },
      })),
    )
    // Of a worker that ended in the middle.
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** False where it is over already. */
const end = async (
  db: Db,
  orgId: string,
  id: string,
  change: { readonly state: 'done' | 'failed'; readonly report?: string; readonly reason?: string },
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('workflow_rehearsals')
    .set({ ...change, played: sql`coalesce(to_play, played)`, ended_at: sql`now()`, touched_at: sql`now()` })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
