import { z } from 'zod'
import { ProviderError } from '#ports/provider-error.ts'
import { Info, type Requests } from './requests.ts'

const Related = z.object({ data: z.array(z.object({ id: z.string() })), info: Info.nullish() })

/** At the same time; the smallest edition allows five calls: https://www.zoho.com/crm/developer/docs/api/v8/api-limits.html */
const mostAtOnce = 4
const perPage = 200
/** A deal with more than a thousand contacts is cut off there. */
const mostPages = 5

/**
 * The contacts of each deal. The related list of a deal is the only place that has all of them, so that each deal costs a call and a credit:
 * https://www.zoho.com/crm/developer/docs/api/v8/get-contact-roles-of-a-specific-deal.html
 */
export const readContactRoles = async (
  requests: Requests,
  dealIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const found = new Map<string, readonly string[]>()
  const waiting = [...dealIds]
  const work = async (): Promise<void> => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) found.set(id, await rolesOf(requests, id))
  }
  await Promise.all(Array.from({ length: mostAtOnce }, work))
  return found
}

const rolesOf = async (requests: Requests, dealId: string): Promise<readonly string[]> => {
  const ids: string[] = []
  for (let page = 1; page <= mostPages; page++) {
    const query = { fields: 'Full_Name', page: String(page), per_page: String(perPage) }
    const path = `/Deals/${dealId}/Contact_Roles`
    const wish = { operation: 'contactRoles.list', method: 'GET', path, query, canRepeat: true } as const
    const { value } = await requests.get(wish, Related).catch((error: unknown) => {
      // The deal was deleted meanwhile.
      if (error instanceof ProviderError && error.code === 'not_found') return { value: null }
      throw error
    })
    ids.push(...(value?.data ?? []).map(({ id }) => id))
    if (value?.info?.more_records !== true) break
  }
  return ids
}
