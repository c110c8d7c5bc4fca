import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { nilId } from '#core/ids.ts'
import type { EventTrigger } from './event-triggers.ts'
import { digestIn } from './wait-fields.ts'

/** A wait for an event. */
export interface OpenWait {
  readonly id: string
  readonly run_id: string
  readonly node: string
  readonly path: string
  readonly event_type: string
  readonly about: string | null
  readonly since: Date
  readonly opened_at: Date
  /** That are read with its run. */
  readonly bytes: number
}

/** Of a wait `w`. */
const fields = sql`w.id, w.run_id, w.node, w.path, w.event_type, w.about, w.since, w.opened_at,
  coalesce((select r.bytes from workflow_runs r where r.org_id = w.org_id and r.id = w.run_id), 0) as bytes`

/** That are read at once. */
const pageOfWaits = 500

export const findOpenWaits = async (db: Db, orgId: string, ids: readonly string[]): Promise<OpenWait[]> => {
  const { rows } = await sql<OpenWait>`
    select ${fields} from workflow_waits w
    where w.org_id = ${orgId} and w.id = any (${ids}::uuid[]) and w.state = 'open'`.execute(db)
  return rows
}

/**
 * Open waits that these events may end, page by page: those about a record that they name (`ids`), those with a field that has the value of theirs, and
 * those that say nothing of whom they are about.
 */
export async function* readWaitsFor(
  db: Db,
  orgId: string,
  triggers: readonly EventTrigger[],
  ids: readonly string[],
): AsyncGenerator<OpenWait[]> {
  const types = [...new Set(triggers.map(({ type }) => type))]
  const used = (await usedFields(db, orgId)).filter(({ event_type }) => types.includes(event_type))
  const values = valuesOf(triggers, used)
  yield* pages((after) => readNamed(db, orgId, { types, ids, values, after }))
  for (const { event_type, field } of used)
    if (field === '') yield* pages((after) => readOfAnybody(db, orgId, event_type, after))
}

async function* pages(read: (after: string) => Promise<OpenWait[]>): AsyncGenerator<OpenWait[]> {
  for (let after: string | undefined = nilId; after !== undefined; ) {
    const page = await read(after)
    if (page.length > 0) yield page
    after = page.length < pageOfWaits ? undefined : page.at(-1)?.id
  }
}

interface UsedField {
  readonly event_type: string
  /** '': a wait of this type says nothing of whom it is about. */
  readonly field: string
}

/** The fields by which open waits are found that have no `about`: a look at an index for each. */
const usedFields = async (db: Db, orgId: string): Promise<UsedField[]> => {
  const { rows } = await sql<UsedField>`
    with recursive used (event_type, field) as (
      (select event_type, field from workflow_waits where org_id = ${orgId} and state = 'open' and event_type is not null and about is null
       order by event_type, field limit 1)
      union all
      select n.event_type, n.field from used u cross join lateral (
        select w.event_type, w.field from workflow_waits w
        where w.org_id = ${orgId} and w.state = 'open' and w.event_type is not null and w.about is null
          and (w.event_type, w.field) > (u.event_type, u.field) order by w.event_type, w.field limit 1) n)
    select event_type, field from used`.execute(db)
  return rows
}

interface FieldValue extends UsedField {
  readonly digest: string
}

/** What events have in these fields. */
const valuesOf = (triggers: readonly EventTrigger[], used: readonly UsedField[]): FieldValue[] =>
  used.flatMap(({ event_type, field }) =>
    triggers.flatMap((trigger) => {
      const digest = field !== '' && trigger.type === event_type ? digestIn(trigger, field) : null
      return digest === null ? [] : [{ event_type, field, digest }]
    }),
  )

interface Named {
  readonly types: readonly string[]
  readonly ids: readonly string[]
  readonly values: readonly FieldValue[]
  readonly after: string
}

const readNamed = async (db: Db, orgId: string, { types, ids, values, after }: Named): Promise<OpenWait[]> => {
  const { rows } = await sql<OpenWait>`
    select ${fields} from workflow_waits w
    where w.org_id = ${orgId} and w.state = 'open' and w.event_type is not null and w.event_type = any (${types}::text[])
      and w.about = any (${ids}::text[]) and w.id > ${after}
    union
    select ${fields} from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as g (event_type text, field text, digest text)
    join workflow_waits w on w.org_id = ${orgId} and w.event_type = g.event_type and w.field = g.field and w.value_digest = g.digest
    where w.state = 'open' and w.event_type is not null and w.about is null and w.id > ${after}
    order by id limit ${pageOfWaits}`.execute(db)
  return rows
}

/** Each event of their type is held against them: of versions from before publishing refused such waits, and of schedules. */
const readOfAnybody = async (db: Db, orgId: string, type: string, after: string): Promise<OpenWait[]> => {
  const { rows } = await sql<OpenWait>`
    select ${fields} from workflow_waits w
    where w.org_id = ${orgId} and w.event_type = ${type} and w.field = '' and w.value_digest is null and w.state = 'open'
      and w.event_type is not null and w.about is null and w.id > ${after}
    order by w.id limit ${pageOfWaits}`.execute(db)
  return rows
}
