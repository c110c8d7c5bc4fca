import { openStream } from '#client/streaming'
import { freshToken } from './gateway.ts'
import type { ActionName } from './wire.ts'

/** The pieces of an action that answers as a stream. Loaded with the first page that asks for one. */
export const stream = <Piece>(name: ActionName, input: object, signal: AbortSignal): AsyncGenerator<Piece, void, void> =>
  openStream<Piece>({ address: '', name, input, signal, token: freshToken })
