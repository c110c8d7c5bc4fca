import type { Db } from '#core/context.ts'
import type { Happened } from '#core/events/event.ts'
import { type PublicEvent, publicEvents } from '#core/events/public-events.ts'

/** An event as the log has it. */
export type Happening = Happened<Readonly<Record<string, unknown>>>

/** The body of a webhook, by Standard Webhooks. */
export const bodyOf = (type: string, at: Date, data: object): string =>
  JSON.stringify({ type, timestamp: at.toISOString(), data })

/**
 * What each event tells, by its id: what it kept of its moment, and of one that only refers to a row, or that was written before the
 * facts were kept, what the row says. Of what is gone by now there is nothing to tell, nor of a lead that was invented for the demo.
 */
export const tell = async (db: Db, orgId: string, events: readonly Happening[]): Promise<Map<string, string>> => {
  const bodies = new Map<string, string>()
  const said = await dataOf(db, orgId, events)
  for (const event of events) {
    const data = said.get(event.id)
    if (data) bodies.set(event.id, bodyOf(event.type, event.at, data))
  }
  return bodies
}

/** The same as data: what filters of workflows see. */
export const dataOf = async (db: Db, orgId: string, events: readonly Happening[]): Promise<Map<string, object>> => {
  const found = new Map<string, object>()
  const definitions = new Map(publicEvents().map((event) => [event.type, event]))
  for (const [type, ofType] of Map.groupBy(events, (event) => event.type)) {
    const definition = definitions.get(type)
    if (!definition) continue
    const said = ofType.map((event) => [event, saidBy(definition, event)] as const)
    const unsaid = said.filter(([, data]) => data === undefined).map(([event]) => event)
    const read = unsaid.length === 0 ? undefined : await definition.webhook.read(unsaid, { db, orgId })
    for (const [event, kept] of said) {
      const data = kept ?? (read?.(event) as object | undefined)
      if (data) found.set(event.id, data)
    }
  }
  return found
}

/** Whether what an event tells is that of its moment: it kept it, or its row never changes. Of another, its rows say it as they are now. */
export const isOfItsMoment = (event: Happening): boolean => {
  const definition = publicEvents().find(({ type }) => type === event.type)
  return definition !== undefined && (definition.webhook.readsConstants === true || saidBy(definition, event) !== undefined)
}

/** Nothing where the rows have to be asked. */
const saidBy = ({ facts, webhook }: PublicEvent, event: Happening): object | undefined => {
  if (!webhook.tell) return undefined
  const parsed = facts.safeParse(event.facts)
  return parsed.success ? (webhook.tell({ ...event, facts: parsed.data } as never) as object) : undefined
}
