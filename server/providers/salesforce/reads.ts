import { z } from 'zod'
import type { Crm, CrmEntity, CrmOwner, CrmRecord, CrmStage } from '#ports/crm.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { objects } from './fields.ts'
import { asRecords, readRoles } from './records.ts'
import type { Calls } from './requests.ts'
import { mostRows, type RawRow } from './retrieving.ts'
import { needed, type Rows } from './rows.ts'
import { isId, quoted } from './soql.ts'

const Whose = z.object({
  organization_id: z.string().min(1),
  preferred_username: z.string().nullish(),
  email: z.string().nullish(),
  name: z.string().nullish(),
})

/** https://help.salesforce.com/s/articleView?id=sf.remoteaccess_using_userinfo_endpoint.htm: the org tells accounts apart. */
export const readWhose = async (calls: Calls): ReturnType<Crm['whose']> => {
  const { value } = await calls.call({ operation: 'userinfo', path: '/services/oauth2/userinfo', shape: Whose })
  const { organization_id: accountId, preferred_username: username, email, name } = value
  return { accountId, account: username ?? email ?? name ?? accountId }
}

export const countRows = async (rows: Rows, entity: CrmEntity): Promise<number> =>
  (await rows.query(`count ${objects[entity]}`, `SELECT COUNT() FROM ${objects[entity]}`)).value.totalSize

/** One record may have been merged into another that was merged again. */
const longestChain = 20

/** Where each of these ids, which are not there, leads to by now. */
const findMasters = async (rows: Rows, entity: CrmEntity, ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const masters = new Map<string, string>()
  // Opportunities are never merged.
  let unknown = entity === 'deals' ? [] : ids
  const Merged = z.object({ Id: z.string(), MasterRecordId: z.string() })
  for (let step = 0; unknown.length > 0 && step < longestChain; step++) {
    const found: string[] = []
    const pages = rows.pagesOfIds(
      `queryAll ${objects[entity]}`,
      unknown,
      (list, after) =>
        `SELECT Id,MasterRecordId FROM ${objects[entity]} WHERE IsDeleted = true AND Id IN ${list} AND Id > ${quoted(after)} ORDER BY Id LIMIT ${mostRows}`,
      'queryAll',
    )
    for await (const page of pages)
      for (const raw of page) {
        const merged = Merged.safeParse(raw).data
        if (!merged) continue
        masters.set(merged.Id, merged.MasterRecordId)
        if (!masters.has(merged.MasterRecordId)) found.push(merged.MasterRecordId)
      }
    unknown = [...new Set(found)]
  }
  return masters
}

const endOf = (masters: ReadonlyMap<string, string>, id: string): string => {
  let end = id
  for (let step = 0; step < longestChain; step++) end = masters.get(end) ?? end
  return end
}

/** Which record each of these leads to: itself, or the one that it was merged into in the end. */
export const followMerges = async (
  rows: Rows,
  entity: CrmEntity,
  merged: readonly { readonly id: string; readonly mergedInto: string | null }[],
): Promise<{ readonly id: string; readonly mergedInto: string | null }[]> => {
  const known = new Map(merged.flatMap(({ id, mergedInto }) => (mergedInto === null ? [] : [[id, mergedInto] as const])))
  const ends = [...new Set([...known.values()].filter((id) => !known.has(id)))]
  const further = ends.length === 0 ? new Map<string, string>() : await findMasters(rows, entity, ends)
  const all = new Map([...known, ...further])
  return merged.map(({ id, mergedInto }) => ({ id, mergedInto: mergedInto === null ? null : endOf(all, id) }))
}

/** What is not there is missing; a merged one comes under its new id. */
export const readByIds = async (
  rows: Rows,
  entity: CrmEntity,
  asked: readonly string[],
  fields: readonly string[],
): Promise<CrmRecord[]> => {
  const ids = [...new Set(asked.filter(isId))]
  const found = await rows.retrieve(entity, ids, fields)
  const missing = ids.filter((_id, at) => found[at] === null)
  const masters = missing.length === 0 ? new Map<string, string>() : await findMasters(rows, entity, missing)
  const there = new Map(found.flatMap((row) => (typeof row?.Id === 'string' ? [[row.Id, row] as const] : [])))
  const mergedIds = new Map<string, string[]>()
  for (const id of missing) {
    const end = endOf(masters, id)
    if (end !== id) mergedIds.set(end, [...(mergedIds.get(end) ?? []), id])
  }
  const others = [...mergedIds.keys()].filter((id) => !there.has(id))
  const all: RawRow[] = [
    ...there.values(),
    ...(await rows.retrieve(entity, others, fields)).flatMap((row) => (row === null ? [] : [row])),
  ]
  const deals = entity === 'deals' ? all.flatMap(({ Id }) => (typeof Id === 'string' ? Id : [])) : []
  const roles = await readRoles(rows, deals)
  const { records, unreadable } = asRecords(entity, all, { fields, roles })
  if (unreadable.length > 0) throw new ProviderError('broken', `Salesforce returned a record that cannot be read.`)
  return records.map((record) => ({ ...record, mergedIds: mergedIds.get(record.id) ?? [] }))
}

const Stage = z.object({
  ApiName: z.string(),
  MasterLabel: z.string().nullish(),
  IsActive: z.boolean().nullish(),
  IsClosed: z.boolean().nullish(),
  IsWon: z.boolean().nullish(),
  SortOrder: z.number().nullish(),
})

/** An org has one list of stages. Those that are no longer in use come last: deals may still be in them. */
export const readStages = async (rows: Rows): Promise<CrmStage[]> => {
  const { value } = await rows.query(
    'query OpportunityStage',
    'SELECT ApiName,MasterLabel,IsActive,IsClosed,IsWon,SortOrder FROM OpportunityStage ORDER BY SortOrder,ApiName',
  )
  const stages = needed(value.records, Stage)
  const inUse = stages.filter(({ IsActive }) => IsActive !== false)
  return [...inUse, ...stages.filter((stage) => !inUse.includes(stage))].map((stage, position) => ({
    ...{ id: stage.ApiName, name: stage.MasterLabel ?? stage.ApiName, pipelineId: 'sales', pipeline: 'Sales', position },
    kind: stage.IsWon ? 'won' : stage.IsClosed ? 'lost' : 'open',
  }))
}

const User = z.object({ Id: z.string(), Name: z.string().nullish(), Email: z.string().nullish() })

/** Users, those that are not active included. */
export const readOwners = async (rows: Rows): Promise<CrmOwner[]> => {
  const owners: CrmOwner[] = []
  const soqlOf = (after: string): string =>
    `SELECT Id,Name,Email FROM User WHERE Id > ${quoted(after)} ORDER BY Id LIMIT ${mostRows}`
  for await (const page of rows.pages('query User', soqlOf))
    for (const user of needed(page, User)) owners.push({ id: user.Id, email: user.Email ?? null, name: user.Name ?? null })
  return owners
}
