import type { FastifyInstance } from 'fastify'
import { dialOfForm, faultsPage, webhooksPage } from './pages.ts'
import { findSimulator, type RunningSimulator } from './simulators.ts'

const asPage = 'text/html; charset=utf-8'

/** The fault dial of each provider. */
export const serveFaults = (app: FastifyInstance, running: readonly RunningSimulator[]): void => {
  const base = app.prefix
  app.get('/faults', async (request, reply) => {
    if (request.headers.accept?.includes('text/html')) return reply.type(asPage).send(faultsPage(base, running))
    return Object.fromEntries(running.map(({ simulator, context }) => [simulator.slug, context.faults.dial()]))
  })
  app.route<{ Params: { slug: string }; Body: unknown }>({
    method: ['GET', 'PUT', 'DELETE', 'POST'],
    url: '/faults/:slug',
    handler: async (request, reply) => {
      const { faults } = findSimulator(running, request.params.slug)?.context ?? {}
      if (!faults) return reply.code(404).send({ statusCode: 404, name: 'not_found', message: 'The simulator does not exist.' })
      if (request.method === 'PUT') faults.turn(request.body)
      if (request.method === 'DELETE') faults.reset()
      if (request.method === 'POST') {
        faults.turn(dialOfForm(request.body))
        return reply.redirect(`${base}/faults#${request.params.slug}`, 303)
      }
      return { ...faults.dial(), hits: faults.hits }
    },
  })
}

/** What was sent to the product, and the button that sends it again. */
export const serveWebhooks = (app: FastifyInstance, running: readonly RunningSimulator[]): void => {
  const base = app.prefix
  app.get<{ Querystring: { of?: string } }>('/webhooks', async (request, reply) => {
    if (request.headers.accept?.includes('text/html'))
      return reply.type(asPage).send(webhooksPage(base, running, request.query.of ?? null))
    return running
      .filter(({ simulator }) => !request.query.of || simulator.slug === request.query.of)
      .flatMap(({ simulator, context }) =>
        context.webhooks.list().map(({ secret: _secret, ...delivery }) => ({ provider: simulator.slug, ...delivery })),
      )
  })
  app.post<{ Params: { slug: string; id: string } }>('/webhooks/:slug/:id/again', async (request, reply) => {
    const { slug, id } = request.params
    if (!findSimulator(running, slug)?.context.webhooks.again(id))
      return reply.code(404).send({ statusCode: 404, name: 'not_found', message: 'The delivery does not exist.' })
    return reply.redirect(`${base}/webhooks?of=${slug}`, 303)
  })
}
