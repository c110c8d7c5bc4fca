import { z } from 'zod'
import type { Crm, CrmEntity, CrmWritten } from '#ports/crm.ts'
import { ProviderError } from '#ports/provider-error.ts'
import type { HubSpotAccount } from './account.ts'
import { linkTypes } from './links.ts'
import { momentOf } from './values.ts'
import { objectsPath } from './version.ts'

const Written = z.object({ id: z.coerce.string().min(1), updatedAt: z.unknown() })

const written = ({ id, updatedAt }: z.infer<typeof Written>): CrmWritten => ({ id, modifiedAt: momentOf(updatedAt) })

type Values = Parameters<Crm['create']>[1]

/** A stage is taken only together with the pipeline that it is of. */
const withPipeline = async (account: HubSpotAccount, entity: CrmEntity, values: Values): Promise<Values> => {
  if (entity !== 'deals' || !values.dealstage || values.pipeline) return values
  const pipeline = await account.pipelineOf(values.dealstage)
  return pipeline === undefined ? values : { ...values, pipeline }
}

/**
 * Never repeated: companies and deals would be there twice. A contact whose address another one has is refused with the code `exists`, and
 * the reason names the other's id.
 */
export const createRecord = async (
  account: HubSpotAccount,
  entity: CrmEntity,
  values: Values,
  { companyId, contactIds }: Parameters<Crm['create']>[2],
): Promise<CrmWritten> => {
  const given = Object.entries(await withPipeline(account, entity, values)).filter(([, value]) => value !== null)
  const link = (id: string, associationTypeId: number) => ({
    ...{ to: { id }, types: [{ associationCategory: 'HUBSPOT_DEFINED', associationTypeId }] },
  })
  const company = entity === 'companies' || companyId === null ? [] : [link(companyId, linkTypes[entity].companies.main)]
  const contacts = entity === 'deals' ? contactIds.map((id) => link(id, linkTypes.deals.contacts.plain)) : []
  const answer = await account.requests.write(
    { operation: `crm.${entity}.basicApi.create`, path: `${objectsPath}/${entity}`, shape: Written },
    'POST',
    { properties: Object.fromEntries(given), associations: [...company, ...contacts] },
  )
  return written(answer)
}

/**
 * HubSpot has no version and no conditional request: the record is read just before it is written. An edit in the moment between the two is
 * overwritten in the properties that are written, and in no other.
 */
export const updateRecord = async (
  account: HubSpotAccount,
  entity: CrmEntity,
  id: string,
  values: Values,
  { unmodifiedSince }: Parameters<Crm['update']>[3],
): Promise<CrmWritten> => {
  const path = `${objectsPath}/${entity}/${encodeURIComponent(id)}`
  if (unmodifiedSince !== null) {
    const before = await account.requests.get({
      ...{ operation: `crm.${entity}.basicApi.getById`, path, shape: Written, query: { properties: 'hs_object_id' } },
    })
    const modifiedAt = momentOf(before.updatedAt)
    if (!modifiedAt || modifiedAt > unmodifiedSince)
      throw new ProviderError('changed', 'The record was changed in HubSpot meanwhile.')
  }
  const given = Object.entries(await withPipeline(account, entity, values)).map(([name, value]) => [name, value ?? ''])
  return written(
    await account.requests.write({ operation: `crm.${entity}.basicApi.update`, path, shape: Written }, 'PATCH', {
      properties: Object.fromEntries(given),
    }),
  )
}
