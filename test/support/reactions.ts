import { sql } from 'kysely'
import { runOnce } from '#core/events/runner.ts'
import type { JobStart } from '#core/jobs/job-reference.ts'
import { makeLog } from '#core/log.ts'
import { foyer } from '#domains/catalogue.ts'
import { usualCaps } from '#shapes/workflow-caps.ts'
import type { TestApp } from './app.ts'
import { until } from './until.ts'

type Followed =
  | 'identities'
  | 'search'
  | 'webhooks'
  | 'prepare-reply-drafts'
  | 'fill-lead-fields'
  | 'raise-alerts'
  | 'recount-notices'
  | 'deliver-notices'
  | 'restore-on-news'
  | 'find-duplicate-pairs'
  | 'find-imported-pairs'
  | 'find-company-pairs'
  | 'clear-lead-promises'
  | 'record-delivery-to-signers'

/**
 * Reads the log of events to its end for an organization, as the worker does. A reaction waits for the oldest transaction that
 * still runs, in whichever database of the server: of another test, that is, for a moment.
 */
export const followEvents = (
  app: TestApp,
  orgId: string,
  name: Exclude<Followed, 'webhooks'>,
  ordered?: Ordered,
): Promise<unknown> =>
  until('all events are read', async () => {
    await react(app, name, ordered)
    return await isRead(app, orgId, name)
  })

/**
 * Waits until the worker that runs has read the log of an organization to its end. `foyer.reactions_behind` would answer too soon:
 * it does not name what waits for a transaction of another test.
 */
export const followedByWorker = (app: TestApp, orgId: string, name: Followed | 'raise-outside-changes'): Promise<unknown> =>
  until('the worker has read all events', () => isRead(app, orgId, name))

const isRead = async (app: TestApp, orgId: string, name: string): Promise<boolean> => {
  const { rows } = await app.database.inOrg(orgId, (db) =>
    sql`
      select from events e, directory.event_cursors c where c.reader = ${name} and (e.tx, e.id) > (c.tx, c.id) limit 1`.execute(
      db,
    ),
  )
  return rows.length === 0
}

/** Hears of a job that a reaction orders, and when that is to begin. */
type Ordered = (data: unknown, start: JobStart | undefined) => void

/** One go of a reaction; `ordered` hears of the jobs that it orders. Answers how many events it went over. */
export const react = (app: TestApp, name: Followed, ordered: Ordered = () => {}): Promise<number> => {
  const reaction = foyer.reactions.find((each) => each.name === name)
  if (!reaction) throw new Error('no such reaction')
  const parts = {
    database: app.database,
    log: makeLog({ level: 'error' }),
    settings: { workflows: usualCaps },
    enqueueIn: async (_db: unknown, _job: unknown, data: unknown, start?: JobStart) => ordered(data, start),
  }
  return runOnce(parts, reaction)
}
