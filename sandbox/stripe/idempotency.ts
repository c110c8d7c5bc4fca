import type { FastifyReply, FastifyRequest } from 'fastify'
import { digestOf } from '../folder.ts'
import type { SimulatorContext } from '../simulators.ts'
import type { Call } from './calls.ts'
import { Refused, shownRefusal } from './refusals.ts'
import type { Store } from './store.ts'

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

/**
 * Does the work of a call once for each Idempotency-Key, and answers the same to every repeat for a day, whatever came of it; but
 * for what was refused before any work began. https://docs.stripe.com/api/idempotent_requests
 */
export const openIdempotency = (context: SimulatorContext, store: Store) => {
  const receipts = context.table<Receipt>('receipts')
  const underWay = new Set<string>()

  return async (request: FastifyRequest, reply: FastifyReply, call: Call, answer: () => Promise<object>): Promise<object> => {
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
  }
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

/** A parameter that is wrong is found before any work begins. */
const hasBegun = ({ status, param, code }: Refused): boolean =>
  ![401, 403, 409, 429].includes(status) && param === null && !code?.startsWith('parameter_')

export const idempotencyKeyHeader = (request: FastifyRequest): string | null => {
  const key = request.headers['idempotency-key']
  if (request.method !== 'POST' || typeof key !== 'string' || key === '') return null
  if (key.length > 255) throw new Refused('Idempotency keys can have at most 255 characters.', { type: 'idempotency_error' })
  return key
}
