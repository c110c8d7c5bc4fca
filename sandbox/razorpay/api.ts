import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { shownDispute, shownOrder, shownPayment, shownRefund } from './objects.ts'
import { createOrder, paymentsOf } from './orders.ts'
import { capture } from './payments.ts'
import { createRefund } from './refunds.ts'
import { Refused, shownError } from './refusals.ts'
import type { Account, Order } from './rows.ts'
import { find, of, type Store } from './store.ts'
import { notify, register } from './webhooks.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose key it came with. */
    razorpay?: Account
  }
}

type Query = Record<string, string | string[] | undefined>
interface Asked {
  Querystring: Query
  Params: { id: string; refundId: string }
  Body: unknown
}

/** The API that is called with a key: https://razorpay.com/docs/api/ */
export const serveApi = (app: FastifyInstance, store: Store): void => {
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    if (error instanceof Refused) return reply.code(error.statusCode).send(shownError(error))
    const isTheirs = error instanceof SyntaxError || (error.statusCode ?? 500) < 500
    const refused = isTheirs
      ? new Refused('The request could not be read.', { statusCode: error.statusCode ?? 400 })
      : new Refused('The server encountered an error. The incident has been reported to admins.', { statusCode: 500 })
    return reply.code(refused.statusCode).send(shownError(refused))
  })
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(sayNo('The requested URL was not found on the server.')))

  app.register(async (api) => {
    api.addHook('onRequest', async (request, reply) => {
      const account = enter(request)
      if (typeof account === 'string') return reply.code(401).send(sayNo(account))
      request.razorpay = account
    })
    serveOrders(api, store)
    servePayments(api, store)
    serveRefunds(api, store)

    /** Not the vendor's: there a person does it on the dashboard. */
    api.post<Asked>('/endpoints', async (request) => {
      const { url, secret } = asBody(request.body)
      if (typeof url !== 'string' || !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
        throw new Refused('The url format is invalid.', { field: 'url' })
      const chosen = typeof secret === 'string' && secret !== '' ? secret : randomBytes(18).toString('base64url')
      const endpoint = register(store, whose(request), url, chosen)
      return { id: endpoint.id, entity: 'webhook', url: endpoint.url, secret: endpoint.secret }
    })
  })

  const enter = (request: FastifyRequest): Account | string => {
    const given = /^Basic\s+([\w+/=-]+)$/i.exec(request.headers.authorization ?? '')?.[1]
    if (given === undefined) return 'Please provide your api key for authentication purposes.'
    const [keyId = '', ...secret] = Buffer.from(given, 'base64').toString('utf8').split(':')
    if (!/^rzp_(test|live)_\w{1,64}$/.test(keyId)) return 'The api key provided is invalid'
    if (secret.join(':') === '') return 'Authentication failed'
    return store.enter(keyId, secret.join(':')) ?? 'Authentication failed'
  }
}

const serveOrders = (api: FastifyInstance, store: Store): void => {
  api.post<Asked>('/v1/orders', async (request) => shownOrder(createOrder(store, whose(request), asBody(request.body))))
  api.get<Asked>('/v1/orders', async (request) => {
    const { receipt, authorized } = request.query
    const found = of(store.orders, whose(request)).filter(
      (order) =>
        (receipt === undefined || order.receipt === receipt) &&
        (authorized === undefined || hasAuthorized(store, order) === (authorized === '1')),
    )
    const isExpanded = Object.entries(request.query)
      .flatMap(([name, value]) => (name.startsWith('expand') ? value : []))
      .some((wish) => wish?.startsWith('payments'))
    return pageOf(found, request.query, (order) =>
      isExpanded
        ? { ...shownOrder(order), payments: collection(paymentsOf(store, order).map(shownPayment)) }
        : shownOrder(order),
    )
  })
  api.get<Asked>('/v1/orders/:id', async (request) => shownOrder(find(store.orders, whose(request), request.params.id)))
  api.get<Asked>('/v1/orders/:id/payments', async (request) =>
    collection(paymentsOf(store, find(store.orders, whose(request), request.params.id)).map(shownPayment)),
  )
}

const servePayments = (api: FastifyInstance, store: Store): void => {
  api.get<Asked>('/v1/payments', async (request) => pageOf(of(store.payments, whose(request)), request.query, shownPayment))
  api.get<Asked>('/v1/payments/:id', async (request) => shownPayment(find(store.payments, whose(request), request.params.id)))
  api.post<Asked>('/v1/payments/:id/capture', async (request) => {
    const account = whose(request)
    const payment = find(store.payments, account, request.params.id)
    notify(store, account, capture(store, account, payment, asBody(request.body)))
    return shownPayment(find(store.payments, account, payment.id))
  })
}

const serveRefunds = (api: FastifyInstance, store: Store): void => {
  api.post<Asked>('/v1/payments/:id/refund', async (request) => {
    const account = whose(request)
    const made = createRefund(store, account, find(store.payments, account, request.params.id), asBody(request.body))
    notify(store, account, made.happened)
    return shownRefund(made.refund)
  })
  api.get<Asked>('/v1/refunds', async (request) => pageOf(of(store.refunds, whose(request)), request.query, shownRefund))
  api.get<Asked>('/v1/refunds/:id', async (request) => shownRefund(find(store.refunds, whose(request), request.params.id)))
  const ofPayment = (request: FastifyRequest<Asked>) => {
    const payment = find(store.payments, whose(request), request.params.id)
    return of(store.refunds, whose(request)).filter((refund) => refund.payment_id === payment.id)
  }
  api.get<Asked>('/v1/payments/:id/refunds', async (request) => pageOf(ofPayment(request), request.query, shownRefund))
  api.get<Asked>('/v1/payments/:id/refunds/:refundId', async (request) => {
    const refund = ofPayment(request).find((one) => one.id === request.params.refundId)
    if (!refund) throw new Refused('The id provided does not exist')
    return shownRefund(refund)
  })
  api.get<Asked>('/v1/disputes', async (request) => pageOf(of(store.disputes, whose(request)), request.query, shownDispute))
  api.get<Asked>('/v1/disputes/:id', async (request) => shownDispute(find(store.disputes, whose(request), request.params.id)))
}

const whose = (request: { razorpay?: Account }): Account => {
  if (!request.razorpay) throw new Error('a call without its account')
  return request.razorpay
}

const sayNo = (description: string) => ({ error: { code: 'BAD_REQUEST_ERROR', description } })

export const asBody = (body: unknown): Readonly<Record<string, unknown>> =>
  body !== null && typeof body === 'object' ? (body as Record<string, unknown>) : {}

const hasAuthorized = (store: Store, order: Order): boolean =>
  paymentsOf(store, order).some((payment) => ['authorized', 'captured', 'refunded'].includes(payment.status))

const collection = <T>(items: readonly T[]) => ({ entity: 'collection', count: items.length, items })

/** The vendor's pages: `count` and `skip`, newest first, between two moments in seconds. */
const pageOf = <Row extends { readonly created_at: number }, Shown>(
  rows: readonly Row[],
  query: Query,
  show: (row: Row) => Shown,
) => {
  const count = whole(query, 'count', 10)
  if (count < 1) throw new Refused('The count must be at least 1.', { field: 'count' })
  if (count > 100) throw new Refused('The count may not be greater than 100.', { field: 'count' })
  const [from, to] = [whole(query, 'from', 0), whole(query, 'to', Number.MAX_SAFE_INTEGER)]
  const skip = whole(query, 'skip', 0)
  const within = rows.filter((row) => row.created_at >= from && row.created_at <= to)
  return collection(within.slice(skip, skip + count).map(show))
}

const whole = (query: Query, name: string, usual: number): number => {
  const text = [query[name]].flat()[0]
  if (text === undefined || text === '') return usual
  if (!/^\d{1,15}$/.test(text)) throw new Refused(`The ${name} must be an integer.`, { field: name })
  return Number(text)
}
