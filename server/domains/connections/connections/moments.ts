import type { Enqueue } from '#core/context.ts'
import { moment, question } from '#core/within.ts'

interface Of {
  readonly connectionId: string
  /** Its wire name. Who contributes looks here whether the connection concerns it. */
  readonly provider: string
}

interface Writing extends Of {
  readonly enqueue: Enqueue
}

/** A connection is new, or its credentials were replaced. */
export const connected = moment<Writing & { readonly credentials: Readonly<Record<string, string>> }>('connection.connected')

/** The provider is about to be asked to send its webhooks here. */
export const registering = moment<Writing>('connection.registering')

/** It has ended. `isWatched`: its credentials are kept, to end what is open at the provider. */
export const disconnected = moment<Writing & { readonly isWatched: boolean }>('connection.disconnected')

/** How many things at the provider are still open over this connection, for which its credentials must be kept. */
export const stillOpen = question<Of, number>('connection.still-open')

/** The newest checkout that the provider knows by this connection: a key that knows it is of the same account. */
export const knownCheckout = question<Of, string | null>('connection.known-checkout')
