import { setTimeout as sleep } from 'node:timers/promises'
import { ProviderError } from '#ports/provider-error.ts'
import { costs } from './budget.ts'
import { ListAnswer, type RawRecord, readRaws } from './records.ts'
import type { PipedriveRequests } from './requests.ts'

/** What a list of deals is asked for, so that only deals with further people cost a call of their own. */
export const participantsCount = 'participants_count'

/** The main person takes part, too. That the vendor counts it is not documented. */
export const hasOthers = ({ participants_count: count, person_id: main }: RawRecord): boolean => (count ?? 0) > (main ? 1 : 0)

/** Deals of one page whose people are asked for: 1,000 of the 30,000 tokens that the smallest plan has a day. */
export const mostDeals = 100
const atOnce = 4
const perPage = 500
/** A deal with more than a thousand people is cut off there. */
const mostPages = 2

/** So many calls of the window of two seconds are left alone: half of what the smallest plan has. */
const leftAlone = 10
const windowMs = 2_000

/**
 * Who takes part in each deal beside its main person, by the deal's id. v2 names them only as the persons of one deal; v1's call for it is
 * out of support (https://developers.pipedrive.com/docs/api/v1/Deals#getDealPersons).
 */
export const readParticipants = async (
  requests: PipedriveRequests,
  deals: readonly RawRecord[],
): Promise<ReadonlyMap<number, readonly string[]>> => {
  const found = new Map<number, readonly string[]>()
  const waiting = [...deals]
  const work = async (): Promise<void> => {
    for (let deal = waiting.shift(); deal !== undefined; deal = waiting.shift())
      found.set(deal.id, await othersOf(requests, deal))
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, deals.length) }, work))
  return found
}

const othersOf = async (requests: PipedriveRequests, { id, person_id: main }: RawRecord): Promise<readonly string[]> => {
  const ids = new Set<number>()
  let cursor: string | null = null
  for (let page = 1; page <= mostPages; page++) {
    await leaveOthers(requests)
    const asked = { deal_id: id, sort_by: 'id', limit: perPage, cursor }
    const { data, additional_data: more } = await askPersons(requests, asked)
    for (const person of readRaws(data).records) if (person.id !== main) ids.add(person.id)
    cursor = more?.next_cursor ?? null
    if (cursor === null) break
  }
  return [...ids].map(String)
}

const askPersons = async (requests: PipedriveRequests, query: Record<string, string | number | null>) => {
  const wish = { operation: 'persons.getPersons', path: '/api/v2/persons', query, shape: ListAnswer }
  try {
    return (await requests.get({ ...wish, cost: costs.list, scope: 'contacts:read' })).value
  } catch (error) {
    // The deal was deleted meanwhile.
    if (error instanceof ProviderError && error.code === 'not_found') return { data: [], additional_data: null }
    throw error
  }
}

/** Waits for the end of a short window of which little is left: the customer's other tools call, too. */
const leaveOthers = async (requests: PipedriveRequests): Promise<void> => {
  const left = requests.left()
  const waitMs = left === null ? 0 : left.resetsAt.getTime() - Date.now()
  if (left !== null && waitMs > 0 && waitMs <= windowMs && left.remaining <= leftAlone) await sleep(waitMs)
}
