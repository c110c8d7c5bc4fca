import { Agent, request } from 'node:http'
import Fastify from 'fastify'
import { readConfig } from '#config'
import { openVault } from '#core/foyer-key.ts'
import { openDatabase } from '#db/connect.ts'
import { openTokens } from '#domains/platform/users/tokens.ts'
import { benchAddress } from './bench-action.ts'
import { given, ready } from './ready.ts'

/** A bare route that reads the same token in the same way, and pipes what the vendor streams as it is: it parses, counts and bills nothing. */
const vendor = new URL(`${process.env.BENCH_AI}/v1beta/models/gemini-bench:streamGenerateContent?alt=sse`)
const agent = new Agent({ keepAlive: true })
const { db } = openDatabase(given.target, { application: 'bench bare', connections: 2, onError: () => {} })
const tokens = await openTokens(
  db,
  openVault(readConfig({ FOYER_DATA: given.dataDir, PUBLIC_URL: benchAddress })),
  () => benchAddress,
  () => new Date(),
)
const app = Fastify()
app.post('/gateway', async (asked, reply) => {
  if (!(await tokens.read(asked.headers.authorization?.slice(7) ?? ''))) return reply.code(401).send({ error: 'unknown token' })
  const { prompt } = asked.body as { prompt: string }
  const body = JSON.stringify({ contents: [{ role: 'user', parts: [{ text: prompt }] }] })
  return new Promise((resolve, reject) => {
    const going = request(vendor, { agent, method: 'POST', headers: { 'content-length': Buffer.byteLength(body) } }, (answer) =>
      resolve(reply.type('text/event-stream').send(answer)),
    )
    going.once('error', reject)
    going.end(body)
  })
})
await app.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 })
const address = app.server.address()
ready(typeof address === 'object' && address ? address.port : 0, () => app.close())
