import Fastify from 'fastify'
import pg from 'pg'
import { readConfig } from '#config'
import { openVault } from '#core/foyer-key.ts'
import { connectionOptions, openDatabase } from '#db/connect.ts'
import { openTokens } from '#domains/platform/users/tokens.ts'
import { benchAddress } from './bench-action.ts'
import { given, ready } from './ready.ts'

/**
 * A bare Fastify route: reads the same token in the same way and runs the same statement, prepared, on a pool as large. No
 * limit, no row-level security, no transaction, no check whether the person is still a member.
 */
const config = readConfig({ FOYER_DATA: given.dataDir, PUBLIC_URL: benchAddress })
const { db } = openDatabase(given.target, { application: 'bench bare', connections: 2, onError: () => {} })
const tokens = await openTokens(
  db,
  openVault(config),
  () => benchAddress,
  () => new Date(),
)
const pool = new pg.Pool({
  ...connectionOptions(given.target, { application: 'bench bare', role: null }),
  max: config.DATABASE_CONNECTIONS,
})
const app = Fastify()
app.post('/gateway', async (request, reply) => {
  const caller = await tokens.read(request.headers.authorization?.slice(7) ?? '')
  if (!caller) return reply.code(401).send({ error: 'unknown token' })
  const { rows } = await pool.query({
    name: 'bench',
    text: 'select org_id as id, name, slug from orgs where org_id = $1',
    values: [caller.orgId],
  })
  return rows[0]
})
await app.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 })
const address = app.server.address()
ready(typeof address === 'object' && address ? address.port : 0, () => app.close())
