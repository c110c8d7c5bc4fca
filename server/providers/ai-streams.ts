import { createParser, type EventSourceMessage, type ParseError } from 'eventsource-parser'
import type { Answer } from '#core/outbound/http.ts'
import type { ProviderOpening, ProviderStreams } from '#core/outbound/provider-http.ts'
import type { AiEnd, AiPiece, AiUsage } from '#ports/ai.ts'
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

/** One event, with its data as JSON too; `undefined` where it is none. */
export interface StreamedEvent {
  readonly text: string
  readonly data: unknown
}

/**
 * The events of a stream (https://html.spec.whatwg.org/multipage/server-sent-events.html), as they came together. `refuse` throws what an
 * answer that is no stream means. Throws ProviderError.
 */
export async function* streamedEvents(
  http: ProviderStreams,
  title: string,
  request: Pick<ProviderOpening, 'operation' | 'url' | 'headers' | 'body' | 'signal'>,
  { now, refuse }: { readonly now: () => Date; readonly refuse: (answered: NoStream) => never },
): AsyncGenerator<readonly StreamedEvent[], void, void> {
  try {
    const { pieces, status, headers } = await http.open({ ...request, method: 'POST', silenceMs, wholeMs, maxBytes })
    if (status !== 200 || !headers['content-type']?.startsWith('text/event-stream'))
      refuse({ answer: { status, headers }, body: parsed(await wholeOf(pieces)) })
    const events: EventSourceMessage[] = []
    let tooLong: ParseError | undefined
    const parser = createParser({
      onEvent: (event) => events.push(event),
      // Unknown fields are passed over, as the standard says. The parser reports one or not, by where its line is cut.
      onError: (error) => {
        if (error.type === 'max-buffer-size-exceeded') tooLong = error
      },
      maxBufferSize: mostEventBytes,
    })
    // A letter may be cut in two by its bytes.
    const decoder = new TextDecoder()
    for await (const piece of pieces) {
      parser.feed(decoder.decode(piece, { stream: true }))
      if (events.length > 0) yield events.splice(0).map(({ data }) => ({ text: data, data: parsed(data) }))
      if (tooLong)
        throw new ProviderError('broken', `${title} returned an invalid response.`, { isBillable: true, cause: tooLong })
    }
  } catch (error) {
    throw asProviderError(title, error, now())
  }
}

/** What an event says, in its order; `end`: the stream is over, whatever else stands in it. */
export type ReadEvent = (event: StreamedEvent) => readonly Extract<AiPiece, { kind: 'text' | 'usage' }>[] | 'end'

/**
 * What a stream says. Texts that came together are one: a fast model sends hundreds at once, and each would take its way to the reader by
 * itself. What was said before a fault comes before it is thrown. No text ends within a letter: a server that cuts its answer by UTF-16
 * units ends one event in half an emoji and begins the next with the other half, and most readers cannot join the two.
 */
export async function* readEvents(
  stream: AsyncIterable<readonly StreamedEvent[]>,
  read: ReadEvent,
): AsyncGenerator<AiPiece, void, void> {
  let half = ''
  for await (const events of stream) {
    const { text: more, usage, isOver, fault } = readTogether(events, read)
    const text = half + more
    half = isOver ? '' : halfAtEnd(text)
    const whole = text.slice(0, text.length - half.length).toWellFormed()
    if (usage) yield { kind: 'usage', usage }
    if (whole !== '') yield { kind: 'text', text: whole }
    if (fault) throw fault.error
    if (isOver) return
  }
  if (half !== '') yield { kind: 'text', text: half.toWellFormed() }
}

/** The first half of a letter whose second one has not come. */
const halfAtEnd = (text: string): string => {
  const last = text.charCodeAt(text.length - 1)
  return last >= 0xd800 && last <= 0xdbff ? text.slice(-1) : ''
}

const readTogether = (events: readonly StreamedEvent[], read: ReadEvent) => {
  let text = ''
  let usage: AiUsage | null = null
  try {
    for (const event of events) {
      const pieces = read(event)
      if (pieces === 'end') return { text, usage, isOver: true, fault: null }
      for (const piece of pieces)
        if (piece.kind === 'text') text += piece.text
        else usage = piece.usage
    }
  } catch (error) {
    return { text, usage, isOver: true, fault: { error } }
  }
  return { text, usage, isOver: false, fault: null }
}

/** Nothing of an event is read where it has neither text nor usage. */
export const saidIn = (text: string, usage: AiUsage | null): Exclude<ReturnType<ReadEvent>, 'end'> => [
  ...(usage ? [{ kind: 'usage', usage } as const] : []),
  ...(text === '' ? [] : [{ kind: 'text', text } as const]),
]

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
export const brokenOff = (title: string): ProviderError =>
  new ProviderError('broken', `${title}’s answer broke off.`, { isBillable: true })

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
