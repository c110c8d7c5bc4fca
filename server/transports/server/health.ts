import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Failure } from '#core/errors.ts'
import { sendFailure } from '#core/http/replies.ts'
import type { Metrics } from '#core/metrics.ts'
import type { Database } from '#db/connect.ts'
import { nextDue } from '#domains/automation/workflows/runs.ts'

/** `/healthz` is alive, `/readyz` is ready, `/metrics` is Prometheus. */
export const health = (
  app: FastifyInstance,
  parts: {
    database: Database
    metrics: Metrics
    closing: () => boolean
    intakeReady: () => boolean
    metricsToken: string | undefined
  },
): void => {
  app.get('/healthz', async (_request, reply) => reply.type('text/plain; charset=utf-8').send('alive\n'))

  app.get('/readyz', async (_request, reply) => {
    const trouble = await whyNotReady(parts)
    return reply
      .code(trouble ? 503 : 200)
      .type('text/plain; charset=utf-8')
      .send(`${trouble ?? 'ready'}\n`)
  })

  app.get('/metrics', async (request, reply) => {
    if (parts.metricsToken === undefined)
      return sendFailure(request, reply, new Failure('not_signed_in', { message: 'Metrics are disabled: set METRICS_TOKEN.' }))
    if (!mayRead(request.headers.authorization, parts.metricsToken))
      return sendFailure(request, reply, new Failure('not_signed_in'))
    await readLateness(parts)
    return reply.type(parts.metrics.registry.contentType).send(await parts.metrics.registry.metrics())
  })
}

const whyNotReady = async (parts: {
  database: Database
  closing: () => boolean
  intakeReady: () => boolean
}): Promise<string | null> => {
  if (parts.closing()) return 'stopping'
  if (!parts.intakeReady()) return 'the intake has no database connection'
  try {
    await parts.database.pool.query('select 1')
    return null
  } catch {
    return 'the database does not respond'
  }
}

/** The worker has no address: how late its runs are, the database knows. */
const readLateness = async ({ database, metrics }: { database: Database; metrics: Metrics }): Promise<void> => {
  try {
    const { isDue, lateMs } = await nextDue(database.pool)
    metrics.workflowLateness.set(isDue ? lateMs / 1_000 : 0)
  } catch {
    // The other metrics are wanted all the more when the database does not respond.
  }
}

/** The token and nothing else: through a proxy beside us every stranger comes from this machine, and some proxies add no word of it. */
const mayRead = (header: string | undefined, token: string): boolean => {
  const given = Buffer.from(header?.replace(/^bearer /i, '') ?? '')
  const wanted = Buffer.from(token)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
