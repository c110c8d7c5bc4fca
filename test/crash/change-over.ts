import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { connectionOptions } from '#db/connect.ts'
import { findEmbedded } from '#db/embedded.ts'
import { putBack } from '#test/support/rows-of-before.ts'

/**
 * Keeps the database in the middle of the change-over to rows of 0053, while leads come in and processes die: a share of the rows is put
 * where earlier versions kept it, and moved again a few contacts at a time, as the job does. It dies with the database, and goes on.
 */
export const startChangeOver = (options: { dataDir: string; random: () => number; signal: AbortSignal }) => {
  const { dataDir, random, signal } = options
  const counts = { putBack: 0, moved: 0 }
  let isOver = false

  const run = async (client: pg.Client): Promise<void> => {
    const orgs = await client.query<{ org_id: string }>('select org_id from foyer.orgs')
    for (const { org_id: orgId } of orgs.rows) {
      counts.putBack += await putBack(client, orgId, 0.02 + random() * 0.05)
      for (let left = 1; left > 0 && !isOver; ) {
        const { rows } = await client.query<{ moved: number }>(
          `select foyer.move_contact_keys($1, array(select distinct contact_id from foyer.contact_keys_before where org_id = $1
             order by contact_id limit 100)) as moved`,
          [orgId],
        )
        left = rows[0]?.moved ?? 0
        counts.moved += left
        await sleep(5)
      }
    }
    if (random() < 0.5) await client.query('select foyer.empty_contact_keys_before()')
  }

  const loop = (async () => {
    while (!isOver && !signal.aborted) {
      const target = await findEmbedded(dataDir).catch(() => null)
      if (!target) {
        await sleep(50)
        continue
      }
      const client = new pg.Client(connectionOptions(target, { application: 'crash', role: null }))
      client.on('error', () => {})
      try {
        await client.connect()
        while (!isOver && !signal.aborted) {
          await run(client)
          await sleep(200)
        }
      } catch {
        // The database was killed, or a lead and this waited for each other: once more.
        await sleep(50)
      } finally {
        await client.end().catch(() => {})
      }
    }
  })()

  return {
    counts,
    async stop(): Promise<void> {
      isOver = true
      await loop
    },
  }
}
