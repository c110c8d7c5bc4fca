import { z } from 'zod'
import type { CrmEntity } from '#ports/crm.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { type HubSpotRequests, notHubSpots } from './requests.ts'
import { associationsPath } from './version.ts'

/** What a record is associated with here. */
export const linkedKinds = {
  companies: [],
  contacts: ['companies'],
  deals: ['contacts', 'companies'],
} as const satisfies Record<CrmEntity, readonly CrmEntity[]>
type LinkedKind = 'contacts' | 'companies'

/**
 * Types of association that HubSpot defines, which depend on the direction. `main` is the primary one
 * (https://developers.hubspot.com/docs/api-reference/crm-associations-v4/guide).
 */
export const linkTypes = {
  contacts: { companies: { main: 1, plain: 279 } },
  deals: { companies: { main: 5, plain: 341 }, contacts: { main: null, plain: 3 } },
} as const

const Links = z.object({
  results: z.array(
    z.object({
      from: z.object({ id: z.coerce.string() }),
      to: z.array(
        z.object({
          // Text or a number.
          toObjectId: z.coerce.string(),
          associationTypes: z.array(z.object({ typeId: z.number().nullish(), label: z.string().nullish() })).nullish(),
        }),
      ),
      paging: z.object({ next: z.object({ after: z.string() }).nullish() }).nullish(),
    }),
  ),
  errors: z.array(z.object({ category: z.string().nullish(), subCategory: z.unknown() })).nullish(),
})

/** A batch has at most a thousand; ours are pages of 200. A record with more associations than this many pages of 500 is none of a person’s. */
const mostRounds = 200

/** The ids that each record is associated with, the main one first. Records without any are missing. */
export const readLinks = async (
  requests: HubSpotRequests,
  from: CrmEntity,
  to: LinkedKind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const main = from === 'companies' || from === to ? null : mainType(from, to)
  const found = new Map<string, string[]>()
  let inputs: readonly { id: string; after?: string }[] = ids.map((id) => ({ id }))
  for (let round = 0; inputs.length > 0; round++) {
    if (round === mostRounds) throw new ProviderError('broken', notHubSpots)
    const { results, errors } = await requests.ask(
      {
        ...{
          operation: 'crm.associations.v4.batchApi.getPage',
          path: `${associationsPath}/${from}/${to}/batch/read`,
          shape: Links,
        },
      },
      { inputs },
    )
    // A record without associations is an error there, as is one that was deleted just now. Others would pass for no associations.
    const failure = errors?.find(({ category, subCategory }) => category !== 'OBJECT_NOT_FOUND' && !isNone(subCategory))
    if (failure) throw new ProviderError('broken', notHubSpots, { code: failure.category ?? null })
    for (const { from: record, to: linked } of results) {
      const known = found.get(record.id) ?? []
      found.set(record.id, known)
      for (const { toObjectId, associationTypes } of linked) {
        if (known.includes(toObjectId)) continue
        const isMain = associationTypes?.some(({ typeId, label }) => typeId === main || label === 'Primary') === true
        if (isMain && main !== null) known.unshift(toObjectId)
        else known.push(toObjectId)
      }
    }
    inputs = results.flatMap(({ from: { id }, paging }) => (paging?.next ? [{ id, after: paging.next.after }] : []))
  }
  return found
}

const mainType = (from: 'contacts' | 'deals', to: LinkedKind): number | null => {
  if (from === 'contacts') return linkTypes.contacts.companies.main
  return linkTypes.deals[to].main
}

const isNone = (subCategory: unknown): boolean => subCategory === 'crm.associations.NO_ASSOCIATIONS_FOUND'
