import { createParser } from 'eventsource-parser'
import { type FoyerCode, FoyerError } from '#client'
import { freshToken } from './gateway.ts'
import type { ActionName } from './wire.ts'

const unreachable = (cause: unknown): FoyerError => new FoyerError({ message: '', code: 'network', status: 0, cause })

/**
 * The pieces of an action that answers as a stream of events, as they come, to its `[DONE]`. Throws a FoyerError before the first one, and
 * where the stream breaks off; what `signal` throws where it is aborted.
 */
export async function* stream<Piece>(name: ActionName, input: object, signal: AbortSignal): AsyncGenerator<Piece, void, void> {
  const send = (credential: string): Promise<Response> =>
    fetch('/gateway', {
      method: 'POST',
      headers: { Authorization: `Bearer ${credential}`, 'Content-Type': 'application/json', Accept: 'text/event-stream' },
      body: JSON.stringify({ ...input, type: name, stream: true }),
      signal,
    }).catch((error: unknown) => {
      throw signal.aborted ? error : unreachable(error)
    })
  const first = await freshToken()
  let answer = await send(first)
  // The token may have ended meanwhile: another one is tried once.
  if (answer.status === 401) answer = await send(await freshToken(first))
  if (!answer.ok || !answer.body) throw await errorOf(answer)
  const events: string[] = []
  const parser = createParser({ onEvent: ({ data }) => events.push(data) })
  const reader = answer.body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      // A stream without its end is not whole, however it looks.
      if (done) throw unreachable(null)
      parser.feed(value)
      for (const data of events.splice(0)) {
        if (data === '[DONE]') return
        yield JSON.parse(data) as Piece
      }
    }
  } catch (error) {
    throw signal.aborted || error instanceof FoyerError ? error : unreachable(error)
  } finally {
    await reader.cancel().catch(() => {})
  }
}

const errorOf = async (answer: Response): Promise<FoyerError> => {
  const body = (await answer.json().catch(() => ({}))) as {
    error?: string
    code?: FoyerCode
    field?: string
    request_id?: string
  }
  const { error = String(answer.status), code = 'server_error', field = null, request_id: requestId = null } = body
  return new FoyerError({ message: error, code, status: answer.status, field, requestId })
}
