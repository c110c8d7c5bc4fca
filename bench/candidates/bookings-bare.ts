import Fastify from 'fastify'
import pg from 'pg'
import { readConfig } from '#config'
import { connectionOptions } from '#db/connect.ts'
import { freshRows, sampleRows } from './booking-sample.ts'
import { given, ready } from './ready.ts'

/**
 * A naive route that stores the rows of a booking: those that Foyer stored for the newest one, each by a prepared statement of its own in one
 * transaction, with ids, addresses and a time of their own. No slot is looked for, no limit counted, nothing sealed, no row-level security.
 */
const pool = new pg.Pool({
  ...connectionOptions(given.target, { application: 'bench bare', role: null }),
  max: readConfig({ FOYER_DATA: given.dataDir }).DATABASE_CONNECTIONS,
})
const sample = await sampleRows(pool)
const app = Fastify()
let booked = 0
app.post('/gateway', async () => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    for (const { name, text, values } of freshRows(sample, ++booked)) await client.query({ name, text, values })
    await client.query('commit')
    return { success: true }
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
})
await app.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 })
const address = app.server.address()
ready(typeof address === 'object' && address ? address.port : 0, () => app.close())
