import { createServer } from 'node:http'
import pg from 'pg'
import { readConfig } from '#config'
import { makeLog } from '#core/log.ts'
import { limitYoungMemory } from '#core/memory.ts'
import { work } from '../../server/main.ts'
import { given, ready } from './ready.ts'

// The worker as `foyer work` runs it; what it asked the database so far is answered by HTTP.
let statements = 0
const { query } = pg.Client.prototype
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  statements++
  return query.apply(this, args as never)
} as typeof query

const config = readConfig({ PORT: '0', FOYER_DATA: given.dataDir })
limitYoungMemory()
const running = await work({ config, target: given.target, log: makeLog({ level: 'warn' }) })
const server = createServer((_request, response) => {
  const { user, system } = process.cpuUsage()
  response.end(JSON.stringify({ statements, cpuSeconds: (user + system) / 1e6 }))
})
server.listen(0, '127.0.0.1', () =>
  ready((server.address() as { port: number }).port, async () => {
    server.close()
    await running.stop()
  }),
)
