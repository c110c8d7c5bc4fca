import { sql } from 'kysely'
import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { Day } from '#shapes'
import { AmountMinor, Currency } from '#shapes/money.ts'
import { recordEdits, requireAsSeen, wasMeans } from '../edits/edits.ts'
import { editErrors } from '../edits/errors.ts'
import { recordDealChange } from './deal-changes.ts'
import { dealChanges, meantOfDeal } from './deal-edits.ts'
import { dealFactsOf } from './deal-facts.ts'
import { Deal, lockDeal, showDeal } from './deals.ts'
import { dealErrors } from './errors.ts'
import { Chance } from './pipelines.ts'

/** A deal as its editor saw it. */
const Was = z
  .object({
    name: z.string().max(300),
    businessName: z.string().max(300).nullable(),
    valueMinor: z.int().nullable(),
    currency: z.string().max(10).nullable(),
    closeOn: Day.nullable(),
    chance: z.number().nullable(),
  })
  .partial()

export const updateDeal = action({
  name: 'update-deal',
  summary: 'Update the name, value, expected close or chance of a deal',
  description: 'Omitted fields keep their values. `valueMinor: null` removes the value.',
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow', 'assistant'],
  effect: 'write',
  changes: 'dealId',
  hints: { destructive: false, idempotent: true },
  scope: 'deals:write',
  input: z.object({
    dealId: z.uuid(),
    name: z.string().trim().min(1).max(255).optional(),
    businessName: z.string().trim().max(255).nullish(),
    valueMinor: AmountMinor.nullish(),
    currency: Currency.nullish().describe('Required with the first amount'),
    closeOn: Day.nullish().describe('When it is expected to close; null removes it'),
    chance: Chance.nullish().describe('Per cent; null: that of its stage'),
    was: Was.optional().describe(wasMeans),
  }),
  output: z.object({ success: z.literal(true), deal: Deal }),
  errors: [dealErrors.deal_not_found, transportErrors.missing_field, editErrors.record_changed],
  examples: [
    {
      title: 'Expected in March, and likely',
      input: { dealId: '01980000-0000-7000-8000-000000000000', closeOn: '2027-03-31', chance: 80 },
    },
    {
      title: 'Worth ten thousand euros',
      input: { dealId: '01980000-0000-7000-8000-000000000000', valueMinor: 1000000, currency: 'EUR' },
    },
  ],

  async run(input, { db, org, fail }) {
    const deal = await lockDeal(db, org.id, input.dealId)
    if (!deal) throw fail('deal_not_found')
    const minor = input.valueMinor === undefined ? deal.value_minor : input.valueMinor
    const currency = input.currency ?? deal.currency
    if (minor !== null && currency === null)
      throw fail('missing_field', { message: 'Missing required field: currency', field: 'currency' })
    const before = await dealFactsOf(db, org.id, deal.id)
    const values = {
      ...(input.name !== undefined && { name: input.name }),
      ...(input.businessName !== undefined && { business_name: input.businessName || null }),
      ...(input.closeOn !== undefined && { close_on: input.closeOn }),
      ...(input.chance !== undefined && { chance: input.chance }),
      ...{ value_minor: minor, currency: minor === null ? null : currency },
    }
    const after = { ...deal, ...values }
    await requireAsSeen(db, org.id, deal.id, meantOfDeal(deal, input.was ?? {}, after, input))
    await db
      .updateTable('deals')
      .set({ ...values, updated_at: sql<Date>`now()` })
      .where('org_id', '=', org.id)
      .where('id', '=', deal.id)
      .execute()
    await recordDealChange(db, org.id, deal.id, 'edited', before)
    await recordEdits(db, org.id, 'deal', [{ recordId: deal.id, changes: dealChanges(deal, after) }])
    const changed = await showDeal(db, org.id, deal.id)
    if (!changed) throw new Error('a locked deal is missing')
    return { success: true as const, deal: changed }
  },
})
