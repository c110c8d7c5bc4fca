import { errorOf, FoyerError } from './errors.ts'

export interface StreamOptions {
  /** Of the server; empty where the page comes from it. */
  readonly address: string
  readonly name: string
  readonly input: object
  readonly signal: AbortSignal
  readonly idempotencyKey?: string | undefined
  /** The page's own unless given. */
  readonly fetch?: typeof globalThis.fetch
  /** A token; with `insteadOf` another one than that, which was refused. */
  token(insteadOf?: string): Promise<string>
}

const unreachable = (cause: unknown): FoyerError => new FoyerError({ message: '', code: 'network', status: 0, cause })

/**
 * The pieces of an action that answers as a stream of events (`ai-chat`, `ask-assistant`), as they come, to its `[DONE]`. Throws a FoyerError
 * before the first one, and where the stream breaks off; what `signal` throws where it is aborted.
 */
export async function* openStream<Piece>({
  address,
  name,
  input,
  signal,
  idempotencyKey,
  fetch = (input, init) => globalThis.fetch(input, init),
  token,
}: StreamOptions): AsyncGenerator<Piece, void, void> {
  const send = (credential: string): Promise<Response> =>
    fetch(`${address}/gateway`, {
      method: 'POST',
      headers: {
        ...{ Authorization: `Bearer ${credential}`, 'Content-Type': 'application/json', Accept: 'text/event-stream' },
        ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
      },
      body: JSON.stringify({ ...input, type: name, stream: true }),
      signal,
    }).catch((error: unknown) => {
      throw signal.aborted ? error : unreachable(error)
    })
  const first = await token()
  let answer = await send(first)
  // The token may have ended meanwhile: another one is tried once.
  const other = answer.status === 401 ? await token(first) : first
  if (other !== first) answer = await send(other)
  if (!answer.ok || !answer.body) throw await errorOf(answer)
  const decoder = new TextDecoder()
  const reader = answer.body.getReader()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      // A stream without its end is not whole, however it looks.
      if (done) throw unreachable(null)
      const events = (rest + decoder.decode(value, { stream: true })).split('\n\n')
      rest = events.pop() ?? ''
      for (const event of events) {
        // What begins with a colon keeps the connection awake.
        if (!event.startsWith('data: ')) continue
        const data = event.slice('data: '.length)
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
