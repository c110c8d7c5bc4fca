import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sufferInside } from '../faults.ts'
import { type Form, readForm } from '../form.ts'
import type { SimulatorContext } from '../simulators.ts'
import { serveAccounts } from './accounts.ts'
import type { Api, Call, Work } from './calls.ts'
import { serveCharges } from './charges.ts'
import { serveCheckoutSessions } from './checkout-sessions.ts'
import { serveDisputes } from './disputes.ts'
import { serveEvents } from './events.ts'
import { expanded } from './expansions.ts'
import { idempotencyKeyHeader, openIdempotency } from './idempotency.ts'
import { keyOf, requireRight } from './keys.ts'
import { servePaymentIntents } from './payment-intents.ts'
import { checkTheClock } from './payments.ts'
import { serveRefunds } from './refunds.ts'
import { Refused, shownRefusal } from './refusals.ts'
import type { Account } from './rows.ts'
import type { Store } from './store.ts'
import { accountVersion, isVersion } from './versions.ts'
import { serveWebhookEndpoints } from './webhook-endpoints.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose key it came with, and the id that its answer bears. */
    stripe?: { readonly account: Account; readonly requestId: string }
  }
}

/** The API that is called with a secret key: https://docs.stripe.com/api */
export const serveApi = (app: FastifyInstance, context: SimulatorContext, store: Store): void => {
  answerErrors(app)
  app.register(
    async (routes) => {
      enterByKey(routes, store)
      const api = apiOf(routes, context, store)
      serveCheckoutSessions(api, context, store)
      servePaymentIntents(api, store)
      serveCharges(api, store)
      serveRefunds(api, store)
      serveDisputes(api, store)
      serveAccounts(api, store)
      serveEvents(api, store)
      serveWebhookEndpoints(api, store)
    },
    { prefix: '/v1' },
  )
}

const answerErrors = (app: FastifyInstance): void => {
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    if (error instanceof Refused) return reply.code(error.status).send(shownRefusal(error))
    const isTheirs = error instanceof SyntaxError || (error.statusCode ?? 500) < 500
    return reply
      .code(isTheirs ? (error.statusCode ?? 400) : 500)
      .send(
        shownRefusal(
          isTheirs
            ? new Refused('The request could not be read.')
            : new Refused('An unknown error occurred.', { type: 'api_error' }),
        ),
      )
  })
  app.setNotFoundHandler((request, reply) =>
    reply
      .code(404)
      .send(
        shownRefusal(
          new Refused(`Unrecognized request URL (${request.method}: ${request.url.split('?')[0]}).`, { status: 404 }),
        ),
      ),
  )
}

/** Every call names its version and bears a key with the right to it. */
const enterByKey = (routes: FastifyInstance, store: Store): void => {
  routes.addHook('onRequest', async (request, reply) => {
    const requestId = `req_${randomBytes(9).toString('base64url').replace(/[-_]/g, 'x')}`
    const version = request.headers['stripe-version'] ?? accountVersion
    reply.headers({ 'Request-Id': requestId, 'Stripe-Version': version })
    if (!isVersion(version)) throw new Refused(`Invalid Stripe API version: ${String(version).slice(0, 40)}`)
    const key = keyOf(request.headers.authorization)
    const account = store.enter(key)
    request.stripe = { account, requestId }
    requireRight(key, account, request.method, request.url)
    checkTheClock(store)
  })
}

const apiOf = (routes: FastifyInstance, context: SimulatorContext, store: Store): Api => {
  const once = openIdempotency(context, store)
  const answer = (work: Work, call: Call): object => expanded(work(call), call, store)
  return {
    get(path, work) {
      routes.get(path, async (request) => answer(work, callOf(request)))
    },
    post(path, work) {
      routes.post(path, { config: { suffersInside: true } }, async (request, reply) => {
        const call = callOf(request)
        return once(request, reply, call, async () => {
          if ((await sufferInside(request)).fails)
            throw new Refused('An unknown error occurred.', { status: 500, type: 'api_error' })
          return answer(work, call)
        })
      })
    },
    delete(path, work) {
      routes.delete(path, async (request) => work(callOf(request)))
    },
  }
}

const callOf = (request: FastifyRequest): Call => {
  if (!request.stripe) throw new Error('a call without an account')
  const { account, requestId } = request.stripe
  return {
    account,
    params: request.method === 'GET' ? readForm(request.url.split('?')[1] ?? '') : ((request.body ?? {}) as Form),
    id: (request.params as { id?: string }).id ?? '',
    cause: { id: requestId, idempotency_key: idempotencyKeyHeader(request) },
  }
}
