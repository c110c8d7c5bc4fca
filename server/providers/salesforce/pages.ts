import { z } from 'zod'
import type { Crm, CrmEntity, CrmPage, CrmPageWish } from '#ports/crm.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { objects } from './fields.ts'
import { followMerges, readByIds } from './reads.ts'
import { asRecords, keyOf, readRoles, withPartOfRoles } from './records.ts'
import { mostRows } from './retrieving.ts'
import { type FoundRows, needed, type Rows } from './rows.ts'
import { afterKey, quoted, timeLiteral } from './soql.ts'

/**
 * Where a page begins: behind the last record of the page before. The service's own locators are not used: each works once, and any may be
 * lost, while a place in an order lasts. `most`: how many records are asked for, where an answer was too
 * large before.
 */
const Cursor = z.object({
  id: z.string().optional(),
  at: z.string().optional(),
  most: z.number().int().min(1).optional(),
  /** Deals whose contacts changed, and they did not. */
  isOfRoles: z.boolean().optional(),
})
type Cursor = z.output<typeof Cursor>

const readCursor = (cursor: string | null): Cursor => (cursor === null ? {} : Cursor.parse(JSON.parse(cursor)))
const writeCursor = (cursor: Cursor): string => JSON.stringify(cursor)
const keyIn = ({ at, id }: Cursor) => (at === undefined || id === undefined ? null : { at, id })

const asPage = async (
  rows: Rows,
  entity: CrmEntity,
  fields: readonly string[],
  { found, next }: { readonly found: FoundRows; readonly next: string | null },
): Promise<CrmPage> => {
  const partly = entity === 'deals' ? withPartOfRoles(found.rows) : []
  const roles = partly.length === 0 ? new Map() : await readRoles(rows, partly)
  return { ...asRecords(entity, found.rows, { fields, tooLarge: found.tooLarge, roles }), next, allowance: found.allowance }
}

/** After an answer that was too large pages grow again, step by step. */
const growth = 4
const mostOf = ({ most }: FoundRows): Pick<Cursor, 'most'> => (most * growth < mostRows ? { most: most * growth } : {})

/** In the order of ids, which no edit moves. */
export const readAll = async (rows: Rows, entity: CrmEntity, { fields, cursor }: CrmPageWish): Promise<CrmPage> => {
  const { id, most = mostRows } = readCursor(cursor)
  const found = await rows.find(entity, fields, {
    ...{ where: id === undefined ? null : `Id > ${quoted(id)}`, orderBy: 'Id', most },
  })
  const next = found.isLast ? null : writeCursor({ id: keyOf(found.last).id, ...mostOf(found) })
  return asPage(rows, entity, fields, { found, next })
}

/** In the order of times and ids: what changes while it is read comes again, later. */
export const readChanged = async (
  rows: Rows,
  entity: CrmEntity,
  { fields, cursor, since }: CrmPageWish & { readonly since: Date },
): Promise<CrmPage> => {
  const place = readCursor(cursor)
  if (place.isOfRoles) return readOfChangedRoles(rows, { fields, since, place })
  const key = keyIn(place)
  const found = await rows.find(entity, fields, {
    ...{ where: key ? afterKey(key) : `SystemModstamp >= ${timeLiteral(since)}`, orderBy: 'SystemModstamp,Id' },
    most: place.most ?? mostRows,
  })
  const end = entity === 'deals' ? writeCursor({ isOfRoles: true }) : null
  const next = found.isLast ? end : writeCursor({ ...keyOf(found.last), ...mostOf(found) })
  return asPage(rows, entity, fields, { found, next })
}

const rolesPerPage = 100
const OfDeal = z.object({ OpportunityId: z.string() })

/** A contact that is put to a deal or taken from it does not change the deal's own time. Those that changed, too, came before. */
const readOfChangedRoles = async (
  rows: Rows,
  { fields, since, place }: { readonly fields: readonly string[]; readonly since: Date; readonly place: Cursor },
): Promise<CrmPage> => {
  const key = keyIn(place)
  const start = timeLiteral(since)
  const where = `${key ? afterKey(key) : `SystemModstamp >= ${start}`} AND Opportunity.SystemModstamp < ${start}`
  const { value, allowance } = await rows.query(
    'queryAll OpportunityContactRole',
    `SELECT Id,OpportunityId,SystemModstamp FROM OpportunityContactRole WHERE ${where} ORDER BY SystemModstamp,Id LIMIT ${rolesPerPage}`,
    'queryAll',
  )
  const isLast = value.done && value.records.length < rolesPerPage
  const next = isLast ? null : writeCursor({ ...keyOf(value.records.at(-1)), isOfRoles: true })
  const deals = [...new Set(needed(value.records, OfDeal).map(({ OpportunityId }) => OpportunityId))]
  return { records: await readByIds(rows, 'deals', deals, fields), unreadable: [], next, allowance }
}

const Gone = z.object({ Id: z.string(), MasterRecordId: z.string().nullish() })

/** What is in the bin, for 15 days: a merged record names the one that it was merged into there, and only there. */
export const readGone = async (
  rows: Rows,
  entity: CrmEntity,
  { since, cursor }: Parameters<Crm['gone']>[1],
): ReturnType<Crm['gone']> => {
  const key = keyIn(readCursor(cursor))
  const columns = `Id,SystemModstamp${entity === 'deals' ? '' : ',MasterRecordId'}`
  const where = `IsDeleted = true AND ${key ? afterKey(key) : `SystemModstamp >= ${timeLiteral(since)}`}`
  const { value, allowance } = await rows.query(
    `queryAll ${objects[entity]}`,
    `SELECT ${columns} FROM ${objects[entity]} WHERE ${where} ORDER BY SystemModstamp,Id LIMIT ${mostRows}`,
    'queryAll',
  )
  const isLast = value.done && value.records.length < mostRows
  const gone = needed(value.records, Gone)
  const merged = gone.map(({ Id, MasterRecordId }) => ({ id: Id, mergedInto: MasterRecordId ?? null }))
  return {
    gone: await followMerges(rows, entity, merged),
    ...{ next: isLast ? null : writeCursor(keyOf(value.records.at(-1))), allowance },
  }
}

const OnlyId = z.object({ Id: z.string() })

export const readIds = async (rows: Rows, entity: CrmEntity, cursor: string | null): ReturnType<Crm['ids']> => {
  const { id } = readCursor(cursor)
  const { value, allowance } = await rows.query(
    `query ${objects[entity]}`,
    `SELECT Id FROM ${objects[entity]}${id === undefined ? '' : ` WHERE Id > ${quoted(id)}`} ORDER BY Id LIMIT ${mostRows}`,
  )
  const ids = needed(value.records, OnlyId).map((row) => row.Id)
  const isLast = value.done && value.records.length < mostRows
  const last = ids.at(-1)
  if (!isLast && last === undefined) throw new ProviderError('broken', 'Salesforce returned a list that does not go on.')
  return { ids, next: isLast || last === undefined ? null : writeCursor({ id: last }), allowance }
}
