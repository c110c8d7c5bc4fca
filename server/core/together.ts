import type { Kysely } from 'kysely'
import { isDatabaseAway } from '#db/connect.ts'
import type { Tables } from '#db/tables.ts'

type Db = Kysely<Tables>

/** What many callers want done to the same rows at the same time. */
export interface Together<Wish, Answer> {
  readonly name: string
  /** In one transaction. */
  readonly most: number
  /** All of them, in the order in which they came. One that cannot be done is answered with its error; what is thrown fails the batch. */
  run(db: Db, orgId: string, wishes: readonly Wish[]): Promise<readonly (Answer | Error)[]>
}

/** Does a wish in one transaction with others that came meanwhile; resolves when that is committed. */
export type DoTogether = <Wish, Answer>(work: Together<Wish, Answer>, orgId: string, wish: Wish) => Promise<Answer>

interface Waiting {
  readonly wish: unknown
  done(answer: never): void
  fail(error: unknown): void
}

/** As many wait as a process can have calls: beyond that, waiting is only another way to fail. */
const mostWaiting = 5_000

/**
 * Batches of one workspace each: what arrives while one is being committed goes into the next. Many that change one row would wait for
 * each other's commit; together they wait for one.
 */
export const makeTogether = (inOrg: <T>(orgId: string, work: (db: Db) => Promise<T>) => Promise<T>): DoTogether => {
  const queues = new Map<string, Waiting[]>()

  const work = async (of: Together<unknown, unknown>, orgId: string, key: string, queue: Waiting[]): Promise<void> => {
    // Those of this moment come along.
    await null
    while (queue.length > 0) await carryOut(of, orgId, queue.splice(0, of.most))
    queues.delete(key)
  }

  const carryOut = async (of: Together<unknown, unknown>, orgId: string, batch: readonly Waiting[]): Promise<void> => {
    const wishes = batch.map(({ wish }) => wish)
    try {
      const answers = await inOrg(orgId, (db) => of.run(db, orgId, wishes))
      for (const [at, { done, fail }] of batch.entries()) {
        const answer = answers[at]
        if (answer instanceof Error) fail(answer)
        else done(answer as never)
      }
    } catch (error) {
      // One that breaks the batch is found by itself; a database that is away fails all of them.
      if (batch.length > 1 && !isDatabaseAway(error)) for (const one of batch) await carryOut(of, orgId, [one])
      else for (const { fail } of batch) fail(error)
    }
  }

  return (of, orgId, wish) =>
    new Promise((done, fail) => {
      const key = `${of.name} ${orgId}`
      const queue = queues.get(key) ?? []
      if (queue.length >= mostWaiting) return fail(new Error(`${mostWaiting} wait for ${of.name}`))
      queue.push({ wish, done, fail })
      if (queues.has(key)) return
      queues.set(key, queue)
      void work(of as Together<unknown, unknown>, orgId, key, queue)
    })
}
