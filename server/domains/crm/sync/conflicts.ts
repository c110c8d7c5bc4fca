import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import type { Tables } from '#db/tables.ts'
import { type CrmEntity, crmEntities } from '#ports/crm.ts'
import { shape } from '#shapes'
import { CrmEntityName } from './mappings.ts'

export const CrmConflict = shape('CrmConflict', {
  id: z.uuid(),
  connection_id: z.uuid(),
  provider: z.string(),
  entity: CrmEntityName,
  record_id: z.string().describe('The CRM’s id'),
  our_id: z.uuid(),
  name: z.string().nullable().describe('Of the record here'),
  field: z.string(),
  ours: z.string().nullable(),
  theirs: z.string().nullable(),
  at: z.iso.datetime(),
})

/** Open ones, newest first; `cursor`: the id of the last one before. */
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
  }>`
    select c.id, c.connection_id, n.provider, c.entity, c.their_id, c.our_id, c.field, c.ours, c.theirs, c.at,
      coalesce(p.full_name, p.email, p.phone, o.name, d.name) as name
    from sync_conflicts c
    join connections n on n.org_id = c.org_id and n.id = c.connection_id
    left join contacts p on c.entity = 'contacts' and p.org_id = c.org_id and p.id = c.our_id
    left join companies o on c.entity = 'companies' and o.org_id = c.org_id and o.id = c.our_id
    left join deals d on c.entity = 'deals' and d.org_id = c.org_id and d.id = c.our_id
    where c.org_id = ${orgId} and c.state = 'open'
      and (${connectionId ?? null}::uuid is null or c.connection_id = ${connectionId ?? null}::uuid)
      and (${ourId ?? null}::uuid is null or c.our_id = ${ourId ?? null}::uuid)
      and (${cursor ?? null}::uuid is null or c.id < ${cursor ?? null}::uuid)
    order by c.id desc limit ${limit}`.execute(db)
  return rows.map(({ their_id, at, ...row }) => ({ ...row, record_id: their_id, at: at.toISOString() }))
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
