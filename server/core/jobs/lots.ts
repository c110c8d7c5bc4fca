import { isRace } from '#db/races.ts'
import type { Db, JobContext } from '../context.ts'
import type { AnyEvent } from '../events/event.ts'
import { wake } from '../events/events.ts'

/** Stops at a good place when the worker drains: the queue hands the job to the next one. */
export const stopIfDraining = ({ signal }: Pick<JobContext, 'signal'>): void => {
  if (signal.aborted) throw new Error('the worker is shutting down; the job goes back to the queue')
}

/**
 * The next lot is read while the one before is being written. `over` is aborted when no more is wanted: what is being read need not come
 * to its end.
 */
export async function* readAhead<T>(lots: AsyncGenerator<T>, over?: AbortController): AsyncGenerator<T> {
  let next = lots.next()
  try {
    for (;;) {
      const { value, done } = await next
      if (done) return
      next = lots.next()
      // A caller that stops early never awaits this one; an error in it must not end the process.
      next.catch(() => {})
      yield value
    }
  } finally {
    over?.abort()
    await next.catch(() => {})
    await lots.return(undefined)
  }
}

const mostRaces = 8

/** A row that another process took at the same moment breaks the transaction of a lot; the second look finds it. */
export const againAfterRace = async <T>(step: () => Promise<T>): Promise<T> => {
  for (let left = mostRaces; ; left--) {
    try {
      return await step()
    } catch (error) {
      if (!isRace(error) || left === 0) throw error
    }
  }
}

const hintMs = 300

/** Wakes open pages while lots are written, a few times a second at most. */
export const makeProgressHints = (event: AnyEvent) => {
  let wokenMs = Number.NEGATIVE_INFINITY
  return async (db: Db, orgId: string): Promise<void> => {
    if (performance.now() - wokenMs < hintMs) return
    wokenMs = performance.now()
    await wake(db, orgId, event)
  }
}
