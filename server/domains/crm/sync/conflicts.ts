import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import type { Tables } from '#db/tables.ts'
import { type CrmEntity, crmEntities } from '#ports/crm.ts'
import { shape } from '#shapes'
import { type Field, findFields } from '../fields/fields.ts'
import { isOwnName, keyOfOwn } from '../fields/own-names.ts'
import { readFieldNames } from './labels.ts'
import { CrmEntityName } from './mappings.ts'
import { ownRecordsOf } from './own.ts'
import type { OwnRecord } from './own-records.ts'
import { fieldKindOf } from './own-values.ts'

export const CrmConflict = shape('CrmConflict', {
  id: z.uuid(),
  connection_id: z.uuid(),
  provider: z.string(),
  entity: CrmEntityName,
  record_id: z.string().describe('The CRM’s id'),
  our_id: z.uuid(),
  name: z.string().nullable().describe('Of the record here'),
  field: z.string(),
  label: z.string().nullable().describe('The name of a field of the workspace’s own'),
  ours: z.string().nullable(),
  theirs: z.string().nullable(),
  at: z.iso.datetime(),
})

/** Open ones, newest first, with the values of now: ours as it stands, theirs as it was read last. `cursor`: the id of the last one before. */
export const findConflicts = async (
  db: Db,
  orgId: string,
  {
    connectionId,
    ourId,
    cursor,
    limit,
  }: {
    readonly connectionId?: string | undefined
    readonly ourId?: string | undefined
    readonly cursor?: string | undefined
    readonly limit: number
  },
): Promise<z.output<typeof CrmConflict>[]> => {
  const { rows } = await sql<{
    id: string
    connection_id: string
    provider: string
    entity: CrmEntity
    their_id: string
    our_id: string
    name: string | null
    field: string
    ours: string | null
    theirs: string | null
    at: Date
    seen: Readonly<Record<string, string | null>> | null
  }>`
    select c.id, c.connection_id, n.provider, c.entity, c.their_id, c.our_id, c.field, c.ours, c.theirs, c.at, l.seen,
      coalesce(p.full_name, p.email, p.phone, o.name, d.name) as name
    from sync_conflicts c
    join connections n on n.org_id = c.org_id and n.id = c.connection_id
    left join sync_links l on l.org_id = c.org_id and l.connection_id = c.connection_id and l.entity = c.entity and l.their_id = c.their_id
    left join contacts p on c.entity = 'contacts' and p.org_id = c.org_id and p.id = c.our_id
    left join companies o on c.entity = 'companies' and o.org_id = c.org_id and o.id = c.our_id
    left join deals d on c.entity = 'deals' and d.org_id = c.org_id and d.id = c.our_id
    where c.org_id = ${orgId} and c.state = 'open'
      and (${connectionId ?? null}::uuid is null or c.connection_id = ${connectionId ?? null}::uuid)
      ${ourId === undefined ? sql`` : sql`and c.our_id in (${idsOfGroup(orgId, ourId)})`}
      and (${cursor ?? null}::uuid is null or c.id < ${cursor ?? null}::uuid)
    order by c.id desc limit ${limit}`.execute(db)
  const own = await readOwn(db, orgId, rows)
  const labelOf = rows.some(({ field }) => isOwnName(field)) ? await readFieldNames(db, orgId) : () => null
  return rows.map(({ their_id, at, seen, ...row }) => ({
    ...{ ...row, record_id: their_id, label: labelOf(row.entity, row.field), at: at.toISOString() },
    ours: own.has(row.our_id) ? (own.get(row.our_id)?.values[row.field] ?? null) : row.ours,
    theirs: seen !== null && row.field in seen ? (seen[row.field] ?? null) : row.theirs,
  }))
}

/** A record, and what was merged into it. */
const idsOfGroup = (orgId: string, id: string) => sql`
  select ${id}::uuid
  union all select m.id from contacts m where m.org_id = ${orgId} and m.root_id = ${id}
  union all select m.id from companies m where m.org_id = ${orgId} and m.root_id = ${id}`

const readOwn = async (
  db: Db,
  orgId: string,
  rows: readonly { readonly entity: CrmEntity; readonly our_id: string; readonly field: string }[],
): Promise<ReadonlyMap<string, OwnRecord>> => {
  const own = new Map<string, OwnRecord>()
  for (const [entity, found] of Map.groupBy(rows, (row) => row.entity)) {
    const ids = [...new Set(found.map(({ our_id }) => our_id))]
    const named = found.map(({ field }) => field)
    for (const [id, record] of await ownRecordsOf[entity].read(db, orgId, ids, await fieldsAmong(db, orgId, entity, named)))
      own.set(id, record)
  }
  return own
}

/** The workspace's own fields among these. */
export const fieldsAmong = async (
  db: Db,
  orgId: string,
  entity: CrmEntity,
  named: readonly string[],
): Promise<readonly Field[]> => {
  const keys = new Set(named.flatMap((field) => (isOwnName(field) ? [keyOfOwn(field)] : [])))
  if (keys.size === 0) return []
  const all = await findFields(db, orgId, { kind: fieldKindOf[entity], withArchived: true })
  return all.filter(({ key }) => keys.has(key))
}

export const countConflicts = async (db: Db, orgId: string, connectionId?: string): Promise<number> => {
  const { count } = await db
    .selectFrom('sync_conflicts')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('org_id', '=', orgId)
    .where('state', '=', 'open')
    .$if(connectionId !== undefined, (query) => query.where('connection_id', '=', connectionId as string))
    .executeTakeFirstOrThrow()
  return Number(count)
}

type ConflictRow = Selectable<Tables['sync_conflicts']> & { readonly entity: CrmEntity }

/** Locks one until the transaction ends. */
export const lockConflict = async (db: Db, orgId: string, id: string): Promise<ConflictRow | undefined> => {
  const row = await db
    .selectFrom('sync_conflicts')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  const entity = crmEntities.find((each) => each === row?.entity)
  return row && entity ? { ...row, entity } : undefined
}
