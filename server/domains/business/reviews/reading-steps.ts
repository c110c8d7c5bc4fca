import type { Db, JobContext } from '#core/context.ts'
import { isRace } from '#db/races.ts'
import type { ConnectionRow } from '#domains/connections/connections/connections.ts'
import type { Reviews } from '#ports/reviews.ts'
import { keepConnection } from './accounts.ts'
import { changeRun, lockOpenRun, type ReviewRun, type RunPatch } from './runs.ts'

/** The run is no longer in these hands: it was ended, or another worker goes on with it. Not an error. */
export class RunEnded extends Error {}

/** A run that is being worked on. */
export interface Reading {
  readonly context: JobContext
  readonly connection: ConnectionRow
  readonly reviews: Reviews
  /** As it stood after the last step. */
  run: ReviewRun
}

/**
 * One step: a transaction that holds the run and moves it on together with what it did. It begins where the step before ended, else another
 * worker has the run.
 */
export const takeStep = async (reading: Reading, work: (db: Db, run: ReviewRun) => Promise<RunPatch>): Promise<void> => {
  const { org_id: orgId, id } = reading.run
  for (let left = 4; ; left--) {
    try {
      reading.run = await reading.context.inOrg(orgId, async (db) => {
        await keepConnection(db, orgId, reading.run.connection_id)
        const run = await lockOpenRun(db, orgId, id)
        if (!run || run.step !== reading.run.step) throw new RunEnded()
        return changeRun(db, run, { isStep: true, ...(await work(db, run)) })
      })
      return
    } catch (error) {
      if (!isRace(error) || left === 0) throw error
    }
  }
}
