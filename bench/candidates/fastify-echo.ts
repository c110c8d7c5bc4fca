import { hash } from 'node:crypto'
import Fastify from 'fastify'
import { newId } from '#core/ids.ts'
import { Lead } from './lead-schema.ts'
import { given, ready } from './ready.ts'

/** A bare Fastify route: looks the key's digest up in a map, validates with zod, answers ids and the body. Stores nothing. */
const keys = new Map([[hash('sha256', given.key), given.keyId]])
const app = Fastify()
app.post('/v1/leads', async (request, reply) => {
  const key = keys.get(hash('sha256', request.headers.authorization?.slice(7) ?? ''))
  if (key === undefined) return reply.code(401).send({ error: 'unknown key' })
  const read = Lead.safeParse(request.body)
  if (!read.success) return reply.code(400).send({ error: 'not a lead' })
  return { ok: true, lead_id: newId(), contact_id: newId(), deduplicated: false, lead: read.data }
})
await app.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 })
const address = app.server.address()
ready(typeof address === 'object' && address ? address.port : 0, () => app.close())
