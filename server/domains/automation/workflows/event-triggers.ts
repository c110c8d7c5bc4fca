import type { Db } from '#core/context.ts'
import { dataOf, type Happening } from '#domains/connections/webhooks/payloads.ts'
import { type SubjectKind, subjectKinds } from './runs.ts'

/** What expressions see of an event: its facts, those of its own moment. */
export interface EventTrigger {
  readonly kind: 'event'
  readonly id: string
  readonly type: string
  readonly at: string
  readonly subject_id: string
  /** As webhooks say it. */
  readonly data: Readonly<Record<string, unknown>>
  /** Of a change, how it was and how it is. */
  readonly before: unknown
  readonly after: unknown
}

/** Nothing of an event that webhooks would not say anything of either: of what is gone, and of what was invented for the demo. */
export const triggersOf = async (db: Db, orgId: string, events: readonly Happening[]): Promise<Map<string, EventTrigger>> => {
  const data = await dataOf(db, orgId, events)
  return new Map(
    events.flatMap((event) => {
      const said = data.get(event.id)
      if (!said) return []
      const { before = null, after = null } = event.facts as { before?: unknown; after?: unknown }
      const trigger: EventTrigger = {
        ...{ kind: 'event', id: event.id, type: event.type, at: event.at.toISOString(), subject_id: event.subjectId },
        ...{ data: said as EventTrigger['data'], before, after },
      }
      return [[event.id, trigger] as const]
    }),
  )
}

/** It came with a file, or with an import from a CRM: such start a workflow only where its trigger says so. */
export const isOfImport = ({ data }: EventTrigger): boolean => data.via === 'upload' || data.cause === 'import'

export const subjectOf = ({
  type,
  subject_id,
}: Pick<EventTrigger, 'type' | 'subject_id'>): { kind: SubjectKind; id: string } => {
  const thing = type.slice(0, type.indexOf('.')) as SubjectKind
  return { kind: subjectKinds.includes(thing) ? thing : 'other', id: subject_id }
}

/** The ids that an event names: its subject, and those in its data. */
export const idsNamed = ({ subject_id, data }: EventTrigger): string[] => [
  ...new Set([
    subject_id,
    ...Object.entries(data).flatMap(([name, value]) => (/(^|_)id$/.test(name) && typeof value === 'string' ? [value] : [])),
  ]),
]

/** Whether an event names a record, under its own id or one that it was merged with. `merged`: the records that stand for others. */
export const isNamed = (id: string, event: EventTrigger, merged: ReadonlyMap<string, string>): boolean => {
  const standsFor = (each: string): string => merged.get(each) ?? each
  return idsNamed(event).some((named) => standsFor(named) === standsFor(id))
}
