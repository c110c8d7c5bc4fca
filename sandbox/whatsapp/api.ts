import { randomInt } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SimulatorContext } from '../simulators.ts'
import { enter, enterAccount, enterNumber } from './businesses.ts'
import { take } from './messages.ts'
import { deadToken, invalidParameter, noSuchObject, Refused, shownRefusal } from './refusals.ts'
import type { Store } from './store.ts'

interface At {
  readonly version: string
  readonly id: string
}

/** The Graph API as far as the Cloud API needs it: https://developers.facebook.com/docs/whatsapp/cloud-api/reference */
export const serveApi = (app: FastifyInstance, context: SimulatorContext, store: Store): void => {
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    if (error instanceof Refused) return reply.code(error.status).send(shownRefusal(error))
    if (error instanceof SyntaxError || error.statusCode === 400)
      return reply.code(400).send(shownRefusal(invalidParameter('The body is not valid JSON.')))
    throw error
  })
  app.addHook('onSend', async (_request, reply) => {
    reply.header('x-fb-trace-id', 'ASandboxTrace0')
  })

  serveMessages(app, store)
  serveTemplates(app, store)
  serveSubscriptions(app, context, store)
  serveNumbersAndFiles(app, context, store)
}

const serveMessages = (app: FastifyInstance, store: Store): void => {
  app.post<{ Params: At; Body: unknown }>('/:version(^v\\d+\\.\\d+$)/:id/messages', async (request) => {
    const business = enterNumber(store, tokenOf(request), request.params.id)
    const given = asObject(request.body)
    // The business has read it. The sandbox ignores that.
    if (given.status === 'read') return { success: true }
    const message = take(store, business, given)
    const phone = store.phones.find(message.phone)
    const isById = typeof given.to !== 'string'
    return {
      messaging_product: 'whatsapp',
      contacts: [{ input: message.to, ...(isById ? { user_id: message.to } : { wa_id: phone?.number ?? message.to }) }],
      messages: [{ id: message.id, ...(message.type === 'template' && { message_status: 'accepted' }) }],
    }
  })
}

const serveTemplates = (app: FastifyInstance, store: Store): void => {
  app.get<{ Params: At; Querystring: { name?: string; limit?: string; after?: string } }>(
    '/:version(^v\\d+\\.\\d+$)/:id/message_templates',
    async (request) => {
      const business = enterAccount(store, tokenOf(request), request.params.id)
      const { name, limit = '25', after } = request.query
      const all = store.templates.list().filter((each) => each.business === business.id && (!name || each.name === name))
      const from = after === undefined ? 0 : Number(Buffer.from(after, 'base64url').toString()) || 0
      const to = from + Math.min(Math.max(1, Number(limit) || 25), 1_000)
      const cursor = (index: number): string => Buffer.from(String(index)).toString('base64url')
      return {
        data: all.slice(from, to).map(({ id, name: itsName, language, status, category, components, reason }) => ({
          id,
          name: itsName,
          language,
          status,
          category,
          components,
          rejected_reason: reason,
        })),
        paging: {
          cursors: { before: cursor(from), after: cursor(to) },
          ...(to < all.length && { next: `${hostOf(request)}${request.url.split('?')[0]}?after=${cursor(to)}` }),
        },
      }
    },
  )
}

/** Where a business wants its webhooks. */
const serveSubscriptions = (app: FastifyInstance, context: SimulatorContext, store: Store): void => {
  app.post<{ Params: At; Body: unknown }>('/:version(^v\\d+\\.\\d+$)/:id/subscribed_apps', async (request) => {
    const business = enterAccount(store, tokenOf(request), request.params.id)
    const { override_callback_uri: url, verify_token: verifyToken } = asObject(request.body ?? {})
    if (url === undefined) return { success: true }
    if (typeof url !== 'string' || !URL.canParse(url)) throw invalidParameter('override_callback_uri must be an address.')
    if (typeof verifyToken !== 'string') throw invalidParameter('verify_token is required with override_callback_uri.')
    await challenge(context, url, verifyToken)
    store.businesses.put({ ...business, callbackUrl: url })
    return { success: true }
  })
  app.delete<{ Params: At }>('/:version(^v\\d+\\.\\d+$)/:id/subscribed_apps', async (request) => {
    const business = enterAccount(store, tokenOf(request), request.params.id)
    store.businesses.put({ ...business, callbackUrl: null })
    return { success: true }
  })
}

/** The address has to answer the challenge: https://developers.facebook.com/docs/graph-api/webhooks/getting-started#verification-requests */
const challenge = async (context: SimulatorContext, text: string, verifyToken: string): Promise<void> => {
  const nonce = String(randomInt(1_000_000_000, 10_000_000_000))
  const url = new URL(text)
  url.searchParams.set('hub.mode', 'subscribe')
  url.searchParams.set('hub.challenge', nonce)
  url.searchParams.set('hub.verify_token', verifyToken)
  const answer = await context.post(url.href, {}, null).catch(() => ({ status: 0, text: '' }))
  if (answer.status !== 200 || answer.text !== nonce)
    throw new Refused(
      2200,
      `Callback verification failed with the following errors: HTTP Status Code = ${answer.status}; HTTP Message = ${answer.status === 200 ? 'The challenge was not returned' : 'Rejected'}`,
    )
}

const serveNumbersAndFiles = (app: FastifyInstance, context: SimulatorContext, store: Store): void => {
  /** A number, or a file that a customer sent. */
  app.get<{ Params: At }>('/:version(^v\\d+\\.\\d+$)/:id', async (request) => {
    const { id } = request.params
    const file = store.files.find(id)
    if (file) {
      if (enter(store, tokenOf(request)).id !== file.business) throw noSuchObject(id)
      return {
        messaging_product: 'whatsapp',
        // As its caller knows this machine.
        url: `${hostOf(request)}${context.base}/whatsapp/files/${id}?ext=${store.seconds() + 300}`,
        mime_type: file.type,
        sha256: file.sha256,
        file_size: file.bytes,
        id,
      }
    }
    const business = enterNumber(store, tokenOf(request), id)
    return {
      id,
      display_phone_number: `+${business.displayNumber}`,
      verified_name: business.name,
      quality_rating: 'GREEN',
      code_verification_status: 'VERIFIED',
      account_mode: 'SANDBOX',
    }
  })
  app.get<{ Params: { id: string }; Querystring: { ext?: string } }>('/files/:id', async (request, reply) => {
    const file = store.files.find(request.params.id)
    if (!file || enter(store, tokenOf(request)).id !== file.business) throw noSuchObject(request.params.id)
    if (Number(request.query.ext) < store.seconds()) return reply.code(404).send()
    return reply
      .header('Content-Security-Policy', "default-src 'none'; sandbox")
      .type(file.type)
      .send(Buffer.from(file.base64, 'base64'))
  })
}

const tokenOf = (request: FastifyRequest): string => {
  const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1]
  if (token === undefined) throw deadToken()
  return token
}

const hostOf = (request: FastifyRequest): string => `${request.protocol}://${request.headers.host ?? 'localhost'}`

const asObject = (body: unknown): Readonly<Record<string, unknown>> => {
  if (body === null || typeof body !== 'object' || Array.isArray(body)) throw invalidParameter('The body must be an object.')
  return body as Readonly<Record<string, unknown>>
}
