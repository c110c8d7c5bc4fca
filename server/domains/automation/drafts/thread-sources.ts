import { z } from 'zod'
import type { Db } from '#core/context.ts'
import type { Failure } from '#core/errors.ts'
import { choice, shape } from '#shapes'
import { cut } from '#shapes/texts.ts'
import { findPassages } from '../knowledge/passages.ts'

/** What a text of a model rests on: a message, a note, a record, by the id under which a person finds it. */
export const TextSource = shape('TextSource', {
  kind: choice('TextSourceKind', ['message', 'passage', 'deal', 'task', 'booking', 'event']),
  id: z.string(),
  text: z.string().describe('Its beginning'),
})
export type TextSource = z.output<typeof TextSource>

/** A source as a model is given it: it is named by its number. */
export interface NumberedSource extends TextSource {
  readonly number: number
  /** All that the model reads of it. */
  readonly facts: Readonly<Record<string, unknown>>
}

/** Reads as one member may: the assistant's way into the actions, or the same of a job. */
export interface MemberReads {
  read(
    name: string,
    input: Readonly<Record<string, unknown>>,
  ): Promise<{ readonly body: unknown; readonly failure?: Failure | undefined }>
}

const longestMessage = 2_000
const shownLength = 120
const mostPassages = 3

const Read = z.object({
  history: z.array(
    z.object({
      id: z.string(),
      at: z.string(),
      comment_text: z.string().nullable(),
      author: z.string().nullable(),
      direction: z.string(),
      comment_type: z.string(),
      mail: z.object({ kind: z.string() }).nullish(),
    }),
  ),
  conversation: z.object({ whatsapp_window: z.object({ is_open: z.boolean() }).nullable().optional() }).nullable(),
})

export interface Thread {
  readonly messages: readonly NumberedSource[]
  /** When the newest was written; null of none. */
  readonly newestAt: Date | null
  /** The newest that came in; null where none did. */
  readonly lastIn: NumberedSource | null
  readonly channel: string | null
  /** A person wrote last, and it was the customer: neither we, nor a mailing list or machine. */
  readonly isWaiting: boolean
  /** False where WhatsApp takes no free text any more. */
  readonly isWindowOpen: boolean
}

/** The newest messages of a conversation, as the person may read them. Throws the Failure of what they may not. */
export const readThread = async (door: MemberReads, dealId: string, limit: number): Promise<Thread> => {
  const { history, conversation } = Read.parse(await bodyOf(door, 'fetch-chat-history', { projectId: dealId, limit }))
  const messages = history
    .filter(({ comment_text: text }) => text !== null && text.trim() !== '')
    .map(
      ({ id, at, comment_text, author, direction, comment_type: channel }, index): NumberedSource & { direction: string } => ({
        ...{ kind: 'message', id, number: index + 1, text: cut(comment_text ?? '', shownLength), direction },
        facts: {
          at,
          from: direction === 'in' ? 'customer' : direction === 'note' ? 'internal note' : 'us',
          author,
          channel,
          text: cut(comment_text ?? '', longestMessage),
        },
      }),
    )
  const lastIn = messages.findLast(({ direction }) => direction === 'in') ?? null
  const last = history.findLast(({ direction }) => direction !== 'note')
  const channel = history.findLast(({ direction }) => direction === 'in')?.comment_type ?? null
  return {
    ...{ messages, lastIn, channel, newestAt: history.length > 0 ? new Date(history.at(-1)?.at ?? 0) : null },
    isWaiting: last?.direction === 'in' && (last.mail?.kind ?? 'person') === 'person',
    isWindowOpen: channel !== 'whatsapp' || conversation?.whatsapp_window?.is_open === true,
  }
}

/**
 * Passages of the workspace's documents that answer a question best, numbered after what there is. No least rank stands before the model: a
 * long message, or one with a rare word, gives the passage that answers it a low one.
 */
export const readPassages = async (db: Db, orgId: string, question: string, after: number): Promise<NumberedSource[]> => {
  const passages = await findPassages(db, orgId, question, mostPassages)
  return passages.map(({ document_id: id, title, heading, text }, index) => ({
    ...{ kind: 'passage', id, number: after + index + 1 },
    text: cut([title, heading].filter(Boolean).join(' · '), shownLength),
    facts: { document: title, heading, text },
  }))
}

/** What an action answers the person; throws its Failure. */
export const bodyOf = async (door: MemberReads, name: string, input: Readonly<Record<string, unknown>>): Promise<unknown> => {
  const { body, failure } = await door.read(name, input)
  if (failure) throw failure satisfies Failure
  return body
}

/** What a model is told of the sources. */
export const toldSources = (sources: readonly NumberedSource[]): readonly object[] =>
  sources.map(({ number, kind, facts }) => ({ number, kind, ...facts }))

/** The sources that a model named by their numbers, each once; numbers that there are not are no sources. */
export const namedSources = (sources: readonly NumberedSource[], numbers: readonly number[]): TextSource[] =>
  [...new Set(numbers)].flatMap((wanted) => {
    const found = sources.find(({ number }) => number === wanted)
    return found ? { kind: found.kind, id: found.id, text: found.text } : []
  })
