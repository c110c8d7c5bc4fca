import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Ports } from '#ports/ports.ts'
import type { Caller } from '../actions/caller.ts'
import type { Dispatch } from '../actions/dispatch.ts'
import type { Db, InOrg } from '../context.ts'
import type { Live } from '../events/live.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import type { Crowd } from './stream-limits.ts'

/** As much of a request as says who asks. */
interface Asker {
  readonly headers: IncomingHttpHeaders
}

/** Finds out who asks. */
export interface Callers {
  /** A user with the current role, which may be lower than in their token; without one, once they are no longer a member. */
  asNow(caller: Caller): Promise<Caller>
  /** Whether what a token says still holds: its person is a member, its session open. Dispatch asks by itself. */
  isStillIn(person: Extract<Caller, { kind: 'person' }>): Promise<boolean>
  /** By the token, for routes without dispatch: removed or signed-out users are rejected there too. */
  ofMember(request: Asker): Promise<Caller>
  ofHeader(request: Asker): Promise<Caller>
  ofCookie(request: Asker): Promise<Extract<Caller, { kind: 'session' }> | { kind: 'nobody' }>
  /** For reading by a plain link: the token if there is one, else the session's person with the role they have now. */
  ofEither(request: Asker): Promise<Caller>
}

/** What a module's own routes are given. */
export interface RouteContext {
  readonly dispatch: Dispatch
  readonly callers: Callers
  readonly inOrg: InOrg
  /** Outside any organization, each statement by itself: for the global look-ups. */
  readonly outside: Db
  readonly ports: Ports
  readonly live: Live
  readonly log: Log
  readonly metrics: Metrics
  readonly now: () => Date
  /** Of what lasts: transfers and streams. */
  readonly crowd: Crowd
  readonly most: { readonly transfersOfMember: number; readonly streamsOfAddress: number }
  /** Cookies travel over TLS only. */
  readonly secure: boolean
  /** Where the built app is; null where the server runs without it. */
  readonly webFolder: string | null
  /** Hosts of payment widgets beyond the vendors' own: those of the sandbox. */
  readonly widgetOrigins: () => readonly string[]
}

/**
 * Addresses of a module that are no actions: pages for people without an account, bytes, streams. Added to the server as they are;
 * routes that keep streams open return how to end them, and those that write behind, how to finish.
 */
export interface Routes {
  readonly name: string
  add(app: FastifyInstance, context: RouteContext): { end(): void; settle?(): Promise<void> } | void
}

export const routes = (definition: Routes): Routes => definition
