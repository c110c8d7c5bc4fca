import { z } from 'zod'
import type { Crm, CrmEntity, CrmWritten } from '#ports/crm.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { asJson, objects, timeIn } from './fields.ts'
import { readStages } from './reads.ts'
import { type Calls, dataPath } from './requests.ts'
import type { Rows } from './rows.ts'

type Values = Readonly<Record<string, string | null>>
type Body = Record<string, unknown>

const unknownField = (): ProviderError =>
  new ProviderError('refused', 'Salesforce has no field of one of these names that can be written.', { code: 'INVALID_FIELD' })

const bodyOf = async (rows: Rows, entity: CrmEntity, values: Values, act: 'createable' | 'updateable'): Promise<Body> => {
  const named = Object.entries(values)
  const find = (fields: Awaited<ReturnType<Rows['described']>>) => {
    const found = named.map(([name]) => fields.find((field) => field.name === name && field[act]))
    return found.every((field) => field !== undefined) ? found : null
  }
  const fields = find(await rows.described(entity)) ?? find(await rows.describeAnew(entity))
  if (fields === null) throw unknownField()
  return Object.fromEntries(fields.map((field, at) => [field.name, asJson(field, named[at]?.[1] ?? null)]))
}

/** A deal must have a stage and a day on which it should close: without, it is in the first stage, and has 30 days. */
const usualDealMs = 30 * 86_400_000
const withRequired = async (rows: Rows, entity: CrmEntity, body: Body, now: Date): Promise<Body> => {
  if (entity !== 'deals') return body
  const stage = body.StageName ?? (await readStages(rows))[0]?.id
  const day = new Date(now.getTime() + usualDealMs).toISOString().slice(0, 10)
  return { ...body, StageName: stage, CloseDate: body.CloseDate ?? day }
}

const Saved = z.object({ id: z.string(), success: z.literal(true) })
const Planted = z.object({
  hasErrors: z.literal(false),
  results: z.array(z.object({ referenceId: z.string(), id: z.string() })).min(1),
})

/**
 * A deal and its contacts come as one tree, all or none
 * (https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_composite_sobject_tree.htm).
 */
const plantDeal = async (calls: Calls, body: Body, contactIds: readonly string[]): Promise<string> => {
  const roles = contactIds.map((ContactId, at) => ({
    ...{ attributes: { type: 'OpportunityContactRole', referenceId: `contact${at}` }, ContactId, IsPrimary: at === 0 },
  }))
  const deal = {
    ...{ attributes: { type: 'Opportunity', referenceId: 'deal' }, ...body, OpportunityContactRoles: { records: roles } },
  }
  const { value } = await calls.call({
    ...{ operation: 'create Opportunity tree', method: 'POST' as const, path: `${dataPath}/composite/tree/Opportunity` },
    ...{ body: { records: [deal] }, shape: Planted, does: 'make' as const },
  })
  const planted = value.results.find(({ referenceId }) => referenceId === 'deal')
  if (!planted) throw new ProviderError('uncertain', 'Salesforce did not say which record it made.')
  return planted.id
}

export const createRecord = async (
  { calls, rows, now }: { readonly calls: Calls; readonly rows: Rows; readonly now: () => Date },
  entity: CrmEntity,
  values: Values,
  { companyId, contactIds }: Parameters<Crm['create']>[2],
): Promise<CrmWritten> => {
  const given = await bodyOf(rows, entity, values, 'createable')
  const account = entity === 'companies' || companyId === null ? {} : { AccountId: companyId }
  const body = { ...(await withRequired(rows, entity, given, now())), ...account }
  if (entity === 'deals' && contactIds.length > 0)
    return written(calls, entity, await plantDeal(calls, body, [...new Set(contactIds)]), null)
  const { value, at } = await calls.call({
    ...{ operation: `create ${objects[entity]}`, method: 'POST' as const, path: `${dataPath}/sobjects/${objects[entity]}` },
    ...{ body, shape: Saved, does: 'make' as const },
  })
  return written(calls, entity, value.id, at)
}

/** `If-Unmodified-Since` has whole seconds, as the service's times have: two changes in one second look alike. */
export const updateRecord = async (
  { calls, rows }: { readonly calls: Calls; readonly rows: Rows },
  entity: CrmEntity,
  id: string,
  values: Values,
  { unmodifiedSince }: Parameters<Crm['update']>[3],
): Promise<CrmWritten> => {
  const body = await bodyOf(rows, entity, values, 'updateable')
  const { at } = await calls.call({
    ...{ operation: `update ${objects[entity]}`, method: 'PATCH' as const, path: pathOf(entity, id), body, shape: z.null() },
    ...(unmodifiedSince && { headers: { 'if-unmodified-since': unmodifiedSince.toUTCString() } }),
    does: 'change',
  })
  return written(calls, entity, id, at)
}

const pathOf = (entity: CrmEntity, id: string): string => `${dataPath}/sobjects/${objects[entity]}/${encodeURIComponent(id)}`

/**
 * The answer to a write has no time, so it is read. Where that fails, or someone else has changed the record after the service answered the
 * write at `at`, the time of the write is not known.
 */
const written = async (calls: Calls, entity: CrmEntity, id: string, at: number | null): Promise<CrmWritten> => {
  const shape = z.object({ SystemModstamp: z.unknown() })
  const path = pathOf(entity, id)
  try {
    const query = { fields: 'Id,SystemModstamp' }
    const { value } = await calls.call({ operation: `retrieve ${objects[entity]}`, path, query, shape })
    const modifiedAt = timeIn(value.SystemModstamp)
    return { id, modifiedAt: at !== null && modifiedAt !== null && modifiedAt.getTime() > at ? null : modifiedAt }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return { id, modifiedAt: null }
  }
}
