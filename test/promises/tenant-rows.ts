import type { TestApp } from '../support/app.ts'

const tables = [
  'contacts',
  'contact_keys',
  'leads',
  'all_deliveries',
  'idempotency',
  'quota_usage',
  'events',
  'search',
  'search_index',
  'uploads',
  'api_keys',
  'orgs',
  'members',
] as const

/** How many rows of an organization stand in each table. */
export const countRows = (app: TestApp, orgId: string): Promise<Record<string, number>> =>
  app.database.inOrg(orgId, async (db) => {
    const counts: Record<string, number> = {}
    for (const table of tables) {
      const { count } = await db
        .selectFrom(table)
        .select((is) => is.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      counts[table === 'all_deliveries' ? 'deliveries' : table] = Number(count)
    }
    return counts
  })

export const contactsOf = (app: TestApp, orgId: string) =>
  app.database.inOrg(orgId, (db) => db.selectFrom('contacts').selectAll().orderBy('id').execute())
export const leadsOf = (app: TestApp, orgId: string) =>
  app.database.inOrg(orgId, (db) => db.selectFrom('leads').selectAll().orderBy('id').execute())
export const deliveriesOf = (app: TestApp, orgId: string) =>
  app.database.inOrg(orgId, (db) => db.selectFrom('all_deliveries').selectAll().orderBy('id').execute())

/** Asks again until it is so: for what is written behind an answer. */
export const eventually = async <T>(look: () => Promise<T>, isSo: (found: T) => boolean, withinMs = 30_000): Promise<T> => {
  const end = performance.now() + withinMs
  for (;;) {
    const found = await look()
    if (isSo(found)) return found
    if (performance.now() > end) throw new Error(`not so within ${withinMs} ms: ${JSON.stringify(found).slice(0, 2_000)}`)
    await new Promise((done) => setTimeout(done, 20))
  }
}
