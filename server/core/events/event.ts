import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Tables } from '#db/tables.ts'

/** An event as it stands in the log. */
export interface Happened<Facts = unknown> {
  readonly id: string
  readonly type: string
  readonly subjectId: string
  readonly at: Date
  /** Those of its moment. */
  readonly facts: Facts
}

/** What outgoing webhooks say of an event: their `data`. */
export interface Webhook<Facts extends z.ZodType, Body extends z.ZodType> {
  readonly body: Body
  /** Made of the facts and nothing else, so that what is delivered late says what was so when it happened. */
  readonly tell?: (event: Happened<z.output<Facts>>) => z.input<Body>
  /**
   * Reads rows: of events that only refer to what never changes, and of those that were written before their facts were stored, which
   * say how things stand now. Answers nothing of what is gone.
   */
  readonly read: Reader<z.input<Body>>
  /** What `read` reads is never changed, by the privileges of the database: told a month later it is still what was so when it happened. */
  readonly readsConstants?: true
}

/** The bodies of several events of one organization. */
export type Reader<Body> = (
  events: readonly Happened<Readonly<Record<string, unknown>>>[],
  context: { readonly db: Kysely<Tables>; readonly orgId: string },
) => Promise<(event: Happened<Readonly<Record<string, unknown>>>) => Body | undefined>

export interface Event<Type extends string, Facts extends z.ZodType, Body extends z.ZodType> {
  readonly type: Type
  readonly about: string
  /** What is stored with it. A member that is added later has a default: what was stored last year is read with the shape of today. */
  readonly facts: Facts
  /** The fact that names the smaller circle in which it happened, a mailbox: pages of members who are not in it do not hear of it. */
  readonly circle?: keyof z.output<Facts> & string
  /** Only public events have one; the others wake live pages, and may change. */
  readonly webhook?: Webhook<Facts, Body>
}

/** Any event, as a list holds it: `never` where a function takes something, because lists only pass events on. */
export interface AnyEvent {
  readonly type: string
  readonly about: string
  readonly facts: z.ZodType
  readonly circle?: string
  readonly webhook?: {
    readonly body: z.ZodType
    readonly tell?: (event: never) => unknown
    readonly read: Reader<unknown>
    readonly readsConstants?: true
  }
}

/** The events of one thing, by what happened to it. */
export type Events = Readonly<Record<string, AnyEvent>>

export const event = <const Type extends string, Facts extends z.ZodType, Body extends z.ZodType>(
  definition: Event<Type, Facts, Body>,
): Event<Type, Facts, Body> => definition

/** Only wakes live pages (`wake`): for what happens too often to be kept. It cannot be recorded, so nothing follows it. */
export const signal = <const Type extends string>(type: Type, about: string): Event<Type, z.ZodNever, z.ZodNever> => ({
  type,
  about,
  facts: z.never(),
})

export const subjectsOf = (events: readonly Happened[]): string[] => [...new Set(events.map(({ subjectId }) => subjectId))]

/** What a row that an event is about says of it; nothing of one that is gone. */
export const ofSubject = <Row extends { readonly id: string }, Body>(
  rows: readonly Row[],
  bodyOfRow: (row: Row, event: Happened<Readonly<Record<string, unknown>>>) => Body,
): ((event: Happened<Readonly<Record<string, unknown>>>) => Body | undefined) => {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return (event) => {
    const row = byId.get(event.subjectId)
    return row && bodyOfRow(row, event)
  }
}
