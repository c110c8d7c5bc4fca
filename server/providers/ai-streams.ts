import { createParser, type EventSourceMessage } from 'eventsource-parser'
import type { Answer } from '#core/outbound/http.ts'
import type { ProviderOpening, ProviderStreams } from '#core/outbound/provider-http.ts'
import type { AiEnd } from '#ports/ai.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { asProviderError, parsed } from './answers.ts'

/** A model may think for long before its first word; between two it does not. Who waits for the first has less patience. */
const silenceMs = 60_000
/** The longest answers of the fastest models take minutes. */
const wholeMs = 600_000
/** 64,000 tokens are some 300 KB of text; each may come in an event of its own of some 400 bytes. */
const maxBytes = 64 * 2 ** 20
/** One event. A thought with its signature has some kilobytes. */
const mostEventBytes = 2 ** 20
/** Of what is no stream: an error, or a page of something else that stands before it. */
const mostErrorBytes = 2 ** 20

/** The head of an answer that is no stream of events, and its body where it is JSON. */
export interface NoStream {
  readonly answer: Pick<Answer, 'status' | 'headers'>
  readonly body: unknown
}

/**
 * The events of a stream (https://html.spec.whatwg.org/multipage/server-sent-events.html), each with its data as JSON; `undefined` where it is
 * none. `refuse` throws what an answer that is no stream means. Throws ProviderError.
 */
export async function* streamedEvents(
  http: ProviderStreams,
  title: string,
  request: Pick<ProviderOpening, 'operation' | 'url' | 'headers' | 'body' | 'signal'>,
  { now, refuse }: { readonly now: () => Date; readonly refuse: (answered: NoStream) => never },
): AsyncGenerator<{ readonly text: string; readonly data: unknown }, void, void> {
  try {
    const { pieces, status, headers } = await http.open({ ...request, method: 'POST', silenceMs, wholeMs, maxBytes })
    if (status !== 200 || !headers['content-type']?.startsWith('text/event-stream'))
      refuse({ answer: { status, headers }, body: parsed(await wholeOf(pieces)) })
    const events: EventSourceMessage[] = []
    const parser = createParser({
      onEvent: (event) => events.push(event),
      onError: (error) => {
        throw new ProviderError('broken', `${title} returned an invalid response.`, { cause: error })
      },
      maxBufferSize: mostEventBytes,
    })
    // A letter may be cut in two by its bytes.
    const decoder = new TextDecoder()
    for await (const piece of pieces) {
      parser.feed(decoder.decode(piece, { stream: true }))
      for (const { data } of events.splice(0)) yield { text: data, data: parsed(data) }
    }
  } catch (error) {
    throw asProviderError(title, error, now())
  }
}

const wholeOf = async (pieces: AsyncIterable<Buffer>): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const piece of pieces) {
    chunks.push(piece)
    bytes += piece.length
    if (bytes > mostErrorBytes) break
  }
  return Buffer.concat(chunks)
}

/** A stream that ended without saying that the answer is whole. */
export const brokenOff = (title: string): ProviderError => new ProviderError('broken', `${title}’s answer broke off.`)

/** The end of a stream; one that was refused, or ended, without a word of answer or a call is trouble. */
export const endOf = (
  title: string,
  end: Omit<AiEnd, 'kind'>,
  { hasText, refused = `${title} refused to answer.` }: { readonly hasText: boolean; readonly refused?: string },
): AiEnd => {
  const { finish } = end
  // A call that was cut is none.
  const calls = finish === 'stop' ? end.calls : []
  if (finish === 'filtered' && !hasText) throw new ProviderError('refused', refused)
  if (finish === 'stop' && !hasText && calls.length === 0)
    throw new ProviderError('malformed', `${title} returned an empty answer.`)
  return { kind: 'end', ...end, calls }
}
