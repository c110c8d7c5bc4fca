import type { Crm, CrmEntity, CrmRecord } from '#ports/crm.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { type HubSpotAccount, openAccount } from './account.ts'
import { readFields, readOwners, readStages } from './fields.ts'
import { readAll, readBatch, readChanged, readCount, readGone, readIds, readRecords } from './pages.ts'
import { mergedName } from './records.ts'
import { makeRequests, notHubSpots, type RequestParts } from './requests.ts'
import { createRecord, updateRecord } from './writes.ts'

/** HubSpot's CRM (https://developers.hubspot.com/docs/api-reference/overview). */
export const hubspotCrmOf = (parts: RequestParts): Crm => {
  const requests = makeRequests(parts)
  const account = openAccount(requests)
  return {
    left: account.allowance,
    async whose() {
      const { portalId, uiDomain } = await account.details()
      return { accountId: portalId, account: `${portalId}${uiDomain ? ` (${uiDomain})` : ''}` }
    },
    fields: (entity) => readFields(requests, entity),
    stages: () => readStages(requests),
    owners: () => readOwners(requests),
    all: (entity, wish) => readAll(account, entity, wish),
    changed: (entity, wish) => readChanged(account, entity, wish),
    gone: (entity, wish) => readGone(account, entity, wish),
    count: (entity) => readCount(account, entity),
    ids: (entity, cursor) => readIds(account, entity, cursor),
    read: (entity, ids, fields) => readSome(account, entity, ids, fields),
    create: (entity, values, links) => createRecord(account, entity, values, links),
    update: (entity, id, values, guard) => updateRecord(account, entity, id, values, guard),
  }
}

/** In halves, where they are too large to be read at once. */
const readSome = async (
  account: HubSpotAccount,
  entity: CrmEntity,
  ids: readonly string[],
  fields: readonly string[],
): Promise<readonly CrmRecord[]> => {
  const asked = [...new Set(ids)]
  if (asked.length === 0) return []
  const raws = await readBatch(account, entity, asked, [...new Set([...fields, mergedName])])
  if (raws) return (await readRecords(account, entity, raws, { fields, areLinksThere: false })).records
  if (asked.length === 1) throw new ProviderError('broken', notHubSpots)
  const middle = asked.length >> 1
  const [first, rest] = [asked.slice(0, middle), asked.slice(middle)]
  return [...(await readSome(account, entity, first, fields)), ...(await readSome(account, entity, rest, fields))]
}
