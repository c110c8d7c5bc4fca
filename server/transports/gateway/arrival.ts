import type { IncomingMessage } from 'node:http'
import type { AnyAction } from '#core/actions/action.ts'
import type { Call } from '#core/actions/call.ts'
import type { Caller } from '#core/actions/caller.ts'
import type { Dispatch, Entered, Reply } from '#core/actions/dispatch.ts'
import type { AddressOf } from '#core/http/client-address.ts'
import { deviceCookie, readCookie } from '#core/http/replies.ts'
import type { Callers } from '#core/http/routes.ts'
import { isForeignPage } from '#shapes/origins.ts'
import type { InboundTransport } from '../inbound/inbound.ts'
import { type Answer, readBody } from '../server/http-adapter.ts'
import type { SlowBodies } from '../server/slow-bodies.ts'
import { whenTypeIsKnown } from './early-type.ts'

/** Files go through their own transport, leads have their own limit. */
const maxBodyBytes = 1024 * 1024

export interface ArrivalParts {
  readonly dispatch: Dispatch
  readonly hooks: InboundTransport
  readonly callers: Callers
  readonly addressOf: AddressOf
  readonly slowBodies: SlowBodies
  readonly publicOrigin: () => string
}

/** A caller who was let in while the body was on its way. */
interface Early {
  readonly name: string
  readonly call: Call
  readonly taken: Entered
}

export type Arrival = { readonly bytes: Buffer; readonly entered: Early | undefined } | { readonly refusal: Reply }

/** The body; or, as soon as its action is known, the rejection of a caller without permission or over the limit. */
export const arrivalOf = async (
  request: IncomingMessage,
  answer: Answer,
  requestId: string,
  {
    pathname,
    named,
    ofGateway,
    parts,
  }: {
    readonly pathname: string
    /** By the address; otherwise the body names one. */
    readonly named: AnyAction | undefined
    readonly ofGateway: ReadonlyMap<string, AnyAction>
    readonly parts: ArrivalParts
  },
): Promise<Arrival> => {
  let entered: Early | undefined
  let looking: Promise<void> | undefined
  const refused = new Promise<Arrival>((resolve, reject) => {
    const look = async (type: string): Promise<void> => {
      const action = named ?? ofGateway.get(type)
      // What a provider signs names no action of ours.
      if (!action || parts.hooks.find(request, pathname)) return
      const caller = await parts.callers.asNow(await callerFor(action, request, parts.callers))
      const call = callOf(request, requestId, caller, parts)
      const told = await parts.dispatch.enter(action.name, call)
      if ('refusal' in told) resolve(told)
      else entered = { name: action.name, call, taken: told.entered }
    }
    whenTypeIsKnown(request, named?.name ?? null, (type) => {
      looking = look(type)
      looking.catch(reject)
    })
  })
  const read = async (): Promise<Buffer> => {
    if (isAnnouncedTooLong(request)) {
      await beginningOf(request)
      await looking
    }
    return readBody(request, maxBodyBytes, parts.slowBodies.room(request, answer.response))
  }
  const whole = (async (): Promise<Arrival> => {
    const bytes = await parts.slowBodies.watch(request, read())
    await looking
    return { bytes, entered }
  })()
  // The second one is ignored.
  refused.catch(() => {})
  whole.catch(() => {})
  return Promise.race([refused, whole])
}

/** It is not read; what it is for may be known from its beginning, and its caller refused for that, however long the check takes. */
const isAnnouncedTooLong = (request: IncomingMessage): boolean => Number(request.headers['content-length'] ?? 0) > maxBodyBytes

const beginningOf = (request: IncomingMessage): Promise<unknown> =>
  new Promise((done) => {
    request.once('data', () => setTimeout(done, 50))
    setTimeout(done, 250)
  })

export const callOf = (request: IncomingMessage, requestId: string, caller: Caller, parts: ArrivalParts): Call => ({
  caller,
  requestId,
  clientAddress: parts.addressOf(request),
  agent: request.headers['user-agent'],
  origin: request.headers.origin,
  isForeign: isForeignPage(request.headers, parts.publicOrigin()),
  device: readCookie(request.headers.cookie, deviceCookie),
  idempotencyKey: request.headers['idempotency-key'],
})

/** The cookie counts only for the few actions that turn it into a token; everything else wants the token itself. */
export const callerFor = (action: AnyAction | undefined, request: IncomingMessage, callers: Callers): Promise<Caller> =>
  action?.who === 'session' ? callers.ofCookie(request) : callers.ofHeader(request)
