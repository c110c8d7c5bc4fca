import { createServer } from 'node:http'
import { DBOS } from '@dbos-inc/dbos-sdk'
import pg from 'pg'
import { connectionOptions } from '#db/connect.ts'
import { given, ready } from './ready.ts'

/**
 * DBOS in a database of its own on the same server: a workflow of five steps that give what ours give. Its workflows are started in the
 * process that runs them, so many at a time: of what its documents offer (queues, clients, pools of other sizes) the fastest.
 */
const pool = new pg.Pool({ ...connectionOptions(given.target, { application: 'bench dbos', role: null }), max: 20 })
pool.on('error', () => {})
const silent = { info() {}, debug() {}, warn() {}, error: console.error } as never

DBOS.setConfig({
  name: 'bench',
  systemDatabaseUrl: `postgresql://${given.target.user}@localhost:5432/${given.target.database}`,
  systemDatabasePool: pool,
  logger: silent,
  tracingEnabled: false,
  // It only listens: what is measured waits for nothing that is announced.
  useListenNotify: false,
})

const five = DBOS.registerWorkflow(
  async (n: number): Promise<number> => {
    const first = await DBOS.runStep(async () => ({ total: n + 1 }), { name: 'first' })
    const isLarge = await DBOS.runStep(async () => first.total > 0, { name: 'is_large' })
    const second = await DBOS.runStep(async () => ({ label: isLarge ? `run ${n}` : 'none' }), { name: 'second' })
    const kind = await DBOS.runStep(async () => (second.label === 'none' ? 'a' : 'b'), { name: 'kind' })
    const third = await DBOS.runStep(async () => ({ done: kind }), { name: 'third' })
    return third.done.length
  },
  { name: 'five' },
)
await DBOS.launch()

let started = 0
/** Workflows that ended a second, with so many under way. */
const measure = async (inFlight: number, milliseconds: number): Promise<number> => {
  const begun = performance.now()
  let ended = 0
  const one = async (): Promise<void> => {
    while (performance.now() - begun < milliseconds) {
      const handle = await DBOS.startWorkflow(five)(started++)
      await handle.getResult()
      ended++
    }
  }
  await Promise.all(Array.from({ length: inFlight }, one))
  return (ended * 1_000) / (performance.now() - begun)
}

const server = createServer((request, response) => {
  const asked = new URL(request.url ?? '/', 'http://localhost').searchParams
  if (!asked.has('ms')) {
    response.end()
    return
  }
  measure(Number(asked.get('runs')), Number(asked.get('ms'))).then(
    (perSecond) => response.end(JSON.stringify({ perSecond })),
    (error) => response.writeHead(500).end(String(error)),
  )
})
server.listen(0, '127.0.0.1', () =>
  ready((server.address() as { port: number }).port, async () => {
    server.close()
    await DBOS.shutdown()
    await pool.end()
  }),
)
