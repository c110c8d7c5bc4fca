import { sql } from 'kysely'
import { joinLeads } from '#domains/crm/contacts/lead-joins.ts'
import type { TestApp } from './app.ts'
import { until } from './until.ts'

/**
 * Reads the log of events to its end for an organization, as the worker does. A reader waits for the oldest transaction that
 * still runs, in whichever database of the server: of another test, that is, for a moment.
 */
export const followEvents = (app: TestApp, orgId: string, reader: 'identities' | 'search'): Promise<unknown> =>
  until('all events are read', async () => {
    if (reader === 'identities') await joinLeads(app.database, 100)
    else await sql`select foyer.index_words(1000)`.execute(app.database.db)
    const { rows } = await app.database.inOrg(orgId, (db) =>
      sql`
        select from events e, directory.event_cursors c where c.reader = ${reader} and (e.tx, e.id) > (c.tx, c.id) limit 1`.execute(
        db,
      ),
    )
    return rows.length === 0
  })
