import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sufferInside } from '../faults.ts'
import { digestOf, type Table } from '../folder.ts'
import { type Form, readForm } from '../form.ts'
import type { SimulatorContext } from '../simulators.ts'
import { chargeDirectly } from './foreign-payments.ts'
import { readSession } from './new-session.ts'
import {
  accountVersion,
  disputeFee,
  isVersion,
  shownAccount,
  shownCharge,
  shownDispute,
  shownEndpoint,
  shownEvent,
  shownIntent,
  shownLineItem,
  shownRefund,
  shownSession,
} from './objects.ts'
import { allow, readMetadata, readWhole } from './parameters.ts'
import { missing, Refused, shownRefusal } from './refusals.ts'
import type { Account, Cause, Owned, Session } from './rows.ts'
import type { Store } from './store.ts'

/** What is known of a call when its work begins. */
interface Call {
  readonly account: Account
  readonly params: Form
  readonly id: string
  readonly cause: Cause
}

/** What came under an Idempotency-Key. */
interface Receipt {
  readonly id: string
  readonly digest: string
  readonly requestId: string
  /** An error is kept as well. */
  readonly status?: number
  readonly body: object
  readonly created: number
}
const keySeconds = 86_400

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose key it came with. */
    stripe?: Account
  }
}

/** The API that is called with a secret key: https://docs.stripe.com/api */
export const serveApi = (app: FastifyInstance, context: SimulatorContext, store: Store): void => {
  const receipts = context.table<Receipt>('receipts')
  const requestIds = new WeakMap<FastifyRequest, string>()

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

  app.register(
    async (api) => {
      api.addHook('onRequest', async (request, reply) => {
        const requestId = `req_${randomBytes(9).toString('base64url').replace(/[-_]/g, 'x')}`
        requestIds.set(request, requestId)
        const version = request.headers['stripe-version'] ?? accountVersion
        reply.headers({ 'Request-Id': requestId, 'Stripe-Version': version })
        if (!isVersion(version)) throw new Refused(`Invalid Stripe API version: ${String(version).slice(0, 40)}`)
        const key = keyOf(request.headers.authorization)
        request.stripe = store.enter(key)
        requireRight(key, request.stripe, request.method, request.url)
        store.checkTheClock()
      })
      const callOf = (request: FastifyRequest): Call => ({
        account: whose(request),
        params: request.method === 'GET' ? readForm(request.url.split('?')[1] ?? '') : ((request.body ?? {}) as Form),
        id: (request.params as { id?: string }).id ?? '',
        cause: { id: requestIds.get(request) ?? null, idempotency_key: idempotencyKeyHeader(request) },
      })

      const get = (path: string, work: (call: Call) => object): void => {
        api.get(path, async (request) => {
          const call = callOf(request)
          return expanded(work(call), call, store, context)
        })
      }
      const underWay = new Set<string>()
      /**
       * Does its work once for each Idempotency-Key, and answers the same to every repeat for a day, whatever came of it; but for
       * what was refused before any work began. https://docs.stripe.com/api/idempotent_requests
       */
      const post = (path: string, work: (call: Call) => object): void => {
        api.post(path, { config: { suffersInside: true } }, async (request, reply) => {
          const call = callOf(request)
          const answer = async (): Promise<object> => {
            if ((await sufferInside(request)).fails)
              throw new Refused('An unknown error occurred.', { status: 500, type: 'api_error' })
            return expanded(work(call), call, store, context)
          }
          const key = call.cause.idempotency_key
          if (key === null) return answer()
          const id = `${call.account.id} ${key}`
          const digest = digestOf(`${request.url} ${JSON.stringify(call.params)}`)
          const before = receipts.find(id)
          if (before && before.created + keySeconds > store.seconds()) return replay(reply, before, digest, key)
          if (underWay.has(id))
            throw new Refused(
              `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
              { status: 409, code: 'idempotency_key_in_use' },
            )
          underWay.add(id)
          const keep = (status: number, body: object): void =>
            void receipts.put({ id, digest, requestId: call.cause.id ?? '', status, body, created: store.seconds() })
          try {
            const body = await answer()
            keep(200, body)
            return body
          } catch (error) {
            if (error instanceof Refused && hasBegun(error)) keep(error.status, shownRefusal(error))
            throw error
          } finally {
            underWay.delete(id)
          }
        })
      }
      const replay = (reply: FastifyReply, before: Receipt, digest: string, key: string): object => {
        reply.header('Idempotency-Key', key)
        if (before.digest !== digest)
          throw new Refused(
            `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
            { type: 'idempotency_error' },
          )
        reply.code(before.status ?? 200).headers({ 'Idempotent-Replayed': 'true', 'Original-Request': before.requestId })
        return before.body
      }

      const sessionOf = (call: Call): Session => owned(store.sessions, call, 'checkout.session', 'session')
      const shown = (session: Session): object => shownSession(session, context.address())
      post('/checkout/sessions', ({ account, params }) => {
        const wanted = readSession(params, account, store, context)
        return shown(store.sessions.put(wanted))
      })
      get('/checkout/sessions', (call) => {
        allow(call.params, 'payment_intent status created customer customer_details subscription payment_link')
        const { payment_intent, status } = call.params
        const found = store
          .of(store.sessions, call.account)
          .filter((each) => payment_intent === undefined || each.payment_intent === payment_intent)
          .filter((each) => status === undefined || each.status === status)
        return list(found, call, '/v1/checkout/sessions', shown, 'checkout.session')
      })
      get('/checkout/sessions/:id', (call) => shown(sessionOf(call)))
      get('/checkout/sessions/:id/line_items', (call) => lineItems(sessionOf(call)))
      post('/checkout/sessions/:id/expire', (call) => {
        const session = sessionOf(call)
        allow(call.params, '')
        if (session.status !== 'open')
          throw new Refused(
            `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
          )
        return shown(store.expire(session, call.cause))
      })

      post('/payment_intents', ({ account, params }) => shownIntent(chargeDirectly(store, account, params)))
      get('/payment_intents', (call) => {
        allow(call.params, 'created customer')
        return list(store.of(store.intents, call.account), call, '/v1/payment_intents', shownIntent, 'payment_intent')
      })
      get('/payment_intents/:id', (call) => shownIntent(owned(store.intents, call, 'payment_intent', 'intent')))
      post('/payment_intents/:id/capture', (call) => {
        const { status } = owned(store.intents, call, 'payment_intent', 'intent')
        throw new Refused(
          `This PaymentIntent could not be captured because it has a status of ${status}. Only a PaymentIntent with one of the following statuses may be captured: requires_capture.`,
          { code: 'payment_intent_unexpected_state' },
        )
      })
      get('/charges', (call) => {
        allow(call.params, 'created customer payment_intent')
        const found = store
          .of(store.charges, call.account)
          .filter((each) => call.params.payment_intent === undefined || each.payment_intent === call.params.payment_intent)
        return list(found, call, '/v1/charges', shownCharge, 'charge')
      })
      get('/charges/:id', (call) => shownCharge(owned(store.charges, call, 'charge')))

      post('/refunds', (call) => {
        allow(call.params, 'amount charge payment_intent reason metadata')
        const { amount, charge, payment_intent, reason, metadata } = call.params
        const paid =
          typeof charge === 'string'
            ? owned(store.charges, { ...call, id: charge }, 'charge', 'charge')
            : chargeOf(call, typeof payment_intent === 'string' ? payment_intent : '')
        if (reason !== undefined && !['duplicate', 'fraudulent', 'requested_by_customer'].includes(String(reason)))
          throw new Refused('Invalid reason: must be one of duplicate, fraudulent, or requested_by_customer', {
            param: 'reason',
          })
        const wanted = {
          amount: amount === undefined ? null : readWhole(amount, 'amount', 1),
          reason: typeof reason === 'string' ? reason : null,
          metadata: readMetadata(metadata),
        }
        return shownRefund(store.refund(paid, wanted, call.cause))
      })
      const chargeOf = (call: Call, id: string) => {
        if (id === '')
          throw new Refused('One of the following params should be provided for this request: payment_intent or charge.')
        const intent = owned(store.intents, { ...call, id }, 'payment_intent', 'payment_intent')
        const found = intent.latest_charge === null ? undefined : store.charges.find(intent.latest_charge)
        if (found?.status !== 'succeeded')
          throw new Refused(`This PaymentIntent (${id}) does not have a successful charge to refund.`)
        return found
      }
      get('/refunds', (call) => {
        allow(call.params, 'charge payment_intent created')
        const { charge, payment_intent } = call.params
        const found = store
          .of(store.refunds, call.account)
          .filter((each) => charge === undefined || each.charge === charge)
          .filter((each) => payment_intent === undefined || each.payment_intent === payment_intent)
        return list(found, call, '/v1/refunds', shownRefund, 'refund')
      })
      get('/refunds/:id', (call) => shownRefund(owned(store.refunds, call, 'refund')))
      get('/disputes', (call) => {
        allow(call.params, 'charge payment_intent created')
        const { charge, payment_intent } = call.params
        const found = store
          .of(store.disputes, call.account)
          .filter((each) => charge === undefined || each.charge === charge)
          .filter((each) => payment_intent === undefined || each.payment_intent === payment_intent)
        return list(found, call, '/v1/disputes', shownDispute, 'dispute')
      })
      get('/disputes/:id', (call) => shownDispute(owned(store.disputes, call, 'dispute')))

      get('/balance', ({ account }) => balanceOf(account, store))
      get('/account', ({ account }) => shownAccount(account))
      get('/accounts/:id', ({ account, id }) => {
        if (id !== account.id) throw missing('account', id, 'account')
        return shownAccount(account)
      })
      get('/events', (call) => {
        allow(call.params, 'created type types delivery_success')
        const { type, types } = call.params
        const found = store
          .of(store.events, call.account)
          .filter((each) => type === undefined || each.type === type)
          .filter((each) => !Array.isArray(types) || types.includes(each.type))
        return list(found, call, '/v1/events', shownEvent, 'event')
      })
      get('/events/:id', (call) => shownEvent(owned(store.events, call, 'event')))

      post('/webhook_endpoints', ({ account, params }) => {
        allow(params, 'url enabled_events api_version connect description metadata')
        const { url, enabled_events, api_version, description, metadata } = params
        if (typeof url !== 'string' || !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
          throw new Refused('Invalid URL: An explicit scheme (such as https) must be provided.', {
            code: 'url_invalid',
            param: 'url',
          })
        if (!Array.isArray(enabled_events) || enabled_events.length === 0)
          throw new Refused('Missing required param: enabled_events.', { code: 'parameter_missing', param: 'enabled_events' })
        if (api_version !== undefined && !isVersion(api_version))
          throw new Refused(`Invalid Stripe API version: ${String(api_version).slice(0, 40)}`, { param: 'api_version' })
        const endpoint = store.endpoints.put({
          ...store.owned(account, 'we_1'),
          url,
          enabled_events: enabled_events.map(String),
          secret: context.newId('whsec_'),
          api_version: typeof api_version === 'string' ? api_version : null,
          description: typeof description === 'string' ? description : null,
          metadata: readMetadata(metadata),
        })
        return shownEndpoint(endpoint, true)
      })
      get('/webhook_endpoints', (call) => {
        allow(call.params, '')
        return list(
          store.of(store.endpoints, call.account),
          call,
          '/v1/webhook_endpoints',
          (each) => shownEndpoint(each, false),
          'webhook_endpoint',
        )
      })
      get('/webhook_endpoints/:id', (call) => shownEndpoint(owned(store.endpoints, call, 'webhook_endpoint'), false))
      api.delete<{ Params: { id: string } }>('/webhook_endpoints/:id', async (request) => {
        const { id } = owned(store.endpoints, callOf(request), 'webhook_endpoint')
        store.endpoints.remove(id)
        return { id, object: 'webhook_endpoint', deleted: true }
      })
    },
    { prefix: '/v1' },
  )
}

/** A parameter that is wrong is found before any work begins. */
const hasBegun = ({ status, param, code }: Refused): boolean =>
  ![401, 403, 409, 429].includes(status) && param === null && !code?.startsWith('parameter_')

/** The key of `Bearer …`, or the user name of Basic, as curl sends it. */
const keyOf = (header: string | undefined): string => {
  const bearer = /^Bearer\s+(\S+)$/i.exec(header ?? '')?.[1]
  const basic = /^Basic\s+([\w+/=-]+)$/i.exec(header ?? '')?.[1]
  const key = bearer ?? (basic && Buffer.from(basic, 'base64').toString('utf8').split(':')[0])
  if (!key)
    throw new Refused(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
      { status: 401 },
    )
  if (!/^[sr]k_(test|live)_\w{1,200}$/.test(key))
    throw new Refused(`Invalid API Key provided: ${'*'.repeat(8)}${key.slice(-4)}`, { status: 401 })
  return key
}

/** What each part of the API asks of a restricted key: https://docs.stripe.com/keys#limit-access */
const rightsOf: readonly (readonly [path: string, right: string])[] = [
  ['/v1/checkout/sessions', 'checkout_session'],
  ['/v1/payment_intents', 'payment_intent'],
  ['/v1/charges', 'charge'],
  ['/v1/refunds', 'refund'],
  ['/v1/disputes', 'dispute'],
  ['/v1/balance', 'balance'],
  ['/v1/events', 'event'],
  ['/v1/webhook_endpoints', 'webhook'],
]

/**
 * A key that begins with rk_ has every right but those that it names, `rk_test_…_without_dispute_read_without_webhook_write`, and but
 * for its own account, which restricted keys are told only by being refused. Who may not read may not write either.
 */
const requireRight = (key: string, account: Account, method: string, url: string): void => {
  if (!key.startsWith('rk_')) return
  const path = url.slice(url.indexOf('/v1/')).split('?')[0] ?? ''
  const kind = method === 'GET' ? 'read' : 'write'
  const name = rightsOf.find(([begin]) => path.startsWith(begin))?.[1]
  const lacks = key.split('_without_').slice(1)
  const isLacking = lacks.includes(`${name}_${kind}`) || lacks.includes(`${name}_read`)
  const right = path.startsWith('/v1/account') ? 'accounts_kyc_basic_read' : isLacking ? `${name}_${kind}` : null
  if (right === null) return
  const shown = `${key.slice(0, 8)}${'*'.repeat(12)}${key.slice(-4)}`
  throw new Refused(
    `The provided key '${shown}' does not have the required permissions for this endpoint on account '${account.id}'. Having the 'rak_${right}' permission would allow this request to continue.`,
    { status: 403 },
  )
}

const idempotencyKeyHeader = (request: FastifyRequest): string | null => {
  const key = request.headers['idempotency-key']
  if (request.method !== 'POST' || typeof key !== 'string' || key === '') return null
  if (key.length > 255) throw new Refused('Idempotency keys can have at most 255 characters.', { type: 'idempotency_error' })
  return key
}

const whose = (request: FastifyRequest): Account => {
  if (!request.stripe) throw new Error('a call without an account')
  return request.stripe
}

/** The row of this id, if it is this account's. */
const owned = <Row extends Owned>(table: Table<Row>, { account, id }: Call, object: string, param = 'id'): Row => {
  const found = table.find(id)
  if (found?.account !== account.id) throw missing(object, id, param)
  return found
}

const lineItems = (session: Session): object => ({
  object: 'list',
  data: session.line_items.map((item) => shownLineItem(item, session.currency)),
  has_more: false,
  url: `/v1/checkout/sessions/${session.id}/line_items`,
})

/** A page of a list, newest first: https://docs.stripe.com/api/pagination */
const list = <Row extends Owned>(
  all: readonly Row[],
  { params }: Call,
  url: string,
  show: (row: Row) => object,
  object: string,
): object => {
  const limit = params.limit === undefined ? 10 : readWhole(params.limit, 'limit', 1, 100)
  const found = all.filter(createdWithin(params.created))
  const { starting_after, ending_before } = params
  const placeOf = (id: string, param: string): number => {
    const at = found.findIndex((row) => row.id === id)
    // Here, unlike in a path, it is a bad request.
    if (at < 0) throw new Refused(`No such ${object}: '${id}'`, { code: 'resource_missing', param })
    return at
  }
  if (typeof ending_before === 'string') {
    const end = placeOf(ending_before, 'ending_before')
    const start = Math.max(0, end - limit)
    return { object: 'list', data: found.slice(start, end).map(show), has_more: start > 0, url }
  }
  const start = typeof starting_after === 'string' ? placeOf(starting_after, 'starting_after') + 1 : 0
  return { object: 'list', data: found.slice(start, start + limit).map(show), has_more: found.length > start + limit, url }
}

const createdWithin = (created: Form[string] | undefined) => {
  if (created === undefined) return () => true
  if (typeof created === 'string') return (row: Owned) => row.created === Number(created)
  const { gt, gte, lt, lte } = created as Record<string, string>
  return ({ created: at }: Owned): boolean =>
    (gt === undefined || at > Number(gt)) &&
    (gte === undefined || at >= Number(gte)) &&
    (lt === undefined || at < Number(lt)) &&
    (lte === undefined || at <= Number(lte))
}

/** The answer with the ids that `expand` names replaced by what they stand for: https://docs.stripe.com/api/expanding_objects */
const expanded = (answer: object, { params }: Call, store: Store, context: SimulatorContext): object => {
  const { expand } = params
  if (expand === undefined) return answer
  if (!Array.isArray(expand)) throw new Refused('Invalid array', { param: 'expand' })
  const whole = structuredClone(answer) as Record<string, unknown>
  for (const path of expand) widen(whole, String(path).split('.').slice(0, 5), store, context, String(path))
  return whole
}

const widen = (
  within: Record<string, unknown>,
  [name = '', ...rest]: readonly string[],
  store: Store,
  context: SimulatorContext,
  path: string,
): void => {
  if (name === 'data' && Array.isArray(within.data)) {
    for (const each of within.data) widen(each as Record<string, unknown>, rest, store, context, path)
    return
  }
  const value = within[name]
  if (name === 'line_items' && within.object === 'checkout.session') {
    const session = store.sessions.find(String(within.id))
    if (session) within.line_items = lineItems(session)
    return
  }
  if (value === undefined || !expandable.has(name))
    throw new Refused(`This property cannot be expanded (${path}).`, { param: 'expand' })
  if (typeof value === 'string') within[name] = structuredClone(objectOf(value, store, context)) ?? value
  const inner = within[name]
  if (rest.length > 0 && inner !== null && typeof inner === 'object')
    widen(inner as Record<string, unknown>, rest, store, context, path)
}

const expandable = new Set(
  'payment_intent latest_charge charge customer balance_transaction invoice payment_method review application subscription setup_intent payment_link'.split(
    ' ',
  ),
)

const objectOf = (id: string, store: Store, context: SimulatorContext): object | undefined => {
  const show = <Row>(row: Row | undefined, shown: (row: Row) => object): object | undefined => row && shown(row)
  if (id.startsWith('pi_')) return show(store.intents.find(id), shownIntent)
  if (id.startsWith('ch_') || id.startsWith('py_')) return show(store.charges.find(id), shownCharge)
  if (id.startsWith('cs_')) return show(store.sessions.find(id), (session) => shownSession(session, context.address()))
  return undefined
}

/** What Stripe holds before it pays out; the sandbox never does, and takes no fees. Card money is available at once. */
const balanceOf = (account: Account, store: Store): object => {
  const available = new Map<string, number>()
  const pending = new Map<string, number>()
  const add = (to: Map<string, number>, currency: string, amount: number): void => {
    to.set(currency, (to.get(currency) ?? 0) + amount)
  }
  for (const charge of store.of(store.charges, account)) {
    if (charge.status === 'succeeded') add(available, charge.currency, charge.amount - charge.amount_refunded)
    if (charge.status === 'pending') add(pending, charge.currency, charge.amount)
  }
  for (const dispute of store.of(store.disputes, account))
    add(available, dispute.currency, -disputeFee - (dispute.status === 'won' ? 0 : dispute.amount))
  const shown = (money: Map<string, number>, other: Map<string, number>) =>
    [...new Set([...money.keys(), ...other.keys()])].map((currency) => ({
      amount: money.get(currency) ?? 0,
      currency,
      source_types: { card: money.get(currency) ?? 0 },
    }))
  const none = [{ amount: 0, currency: 'usd', source_types: { card: 0 } }]
  return {
    object: 'balance',
    available: available.size + pending.size === 0 ? none : shown(available, pending),
    livemode: account.livemode,
    pending: available.size + pending.size === 0 ? none : shown(pending, available),
  }
}
