import { changesBetween, type FieldChanges, type Meant } from '../edits/edits.ts'
import type { DealRow } from './deals.ts'

/** What of a deal is edited, as it is shown: an amount with its currency is one value. */
type Editable = Pick<DealRow, 'name' | 'business_name' | 'value_minor' | 'currency' | 'close_on' | 'chance'>

const shown = (deal: Editable): Record<string, unknown> => ({
  name: deal.name,
  business_name: deal.business_name,
  value: deal.value_minor === null ? null : { amount_minor: deal.value_minor, currency: deal.currency },
  close_on: deal.close_on,
  chance: deal.chance,
})

export const dealChanges = (before: Editable, after: Editable): FieldChanges => changesBetween(shown(before), shown(after))

/** As the gateway calls the same. */
const fields = { name: 'name', businessName: 'business_name', closeOn: 'close_on', chance: 'chance' } as const

/** A deal as its editor saw it. */
export interface SeenDeal {
  readonly name?: string | undefined
  readonly businessName?: string | null | undefined
  readonly valueMinor?: number | null | undefined
  readonly currency?: string | null | undefined
  readonly closeOn?: string | null | undefined
  readonly chance?: number | null | undefined
}

/** What a caller means to change of a deal that is held, beside what its editor saw of it. */
export const meantOfDeal = (deal: Editable, was: SeenDeal, after: Editable, wanted: SeenDeal): Meant[] => {
  const plain = (Object.keys(fields) as (keyof typeof fields)[]).map((field) => {
    const column = fields[field]
    const then = wanted[field] === undefined ? undefined : after[column]
    return { field, edited: column, was: was[field], now: deal[column], wanted: then }
  })
  if (was.valueMinor === undefined || (wanted.valueMinor === undefined && wanted.currency === undefined)) return plain
  const seen = was.valueMinor === null ? null : { amount_minor: was.valueMinor, currency: was.currency ?? deal.currency }
  const [now, then] = [shown(deal).value, shown(after).value]
  return [...plain, { field: 'valueMinor', edited: 'value', was: seen, now, wanted: then }]
}
