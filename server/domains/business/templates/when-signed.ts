import { z } from 'zod'
import { shape } from '#shapes'
import { AmountMinor, Currency } from '#shapes/money.ts'

/** What follows when all have signed. */
export const WhenSigned = z.object({
  deposit: z
    .union([
      z.object({ percent: z.int().min(1).max(100).describe('Of the value of the deal') }),
      z.object({ amountMinor: AmountMinor, currency: Currency }),
    ])
    .nullable()
    .default(null)
    .describe('The draft of an invoice to the client: a part of the value of the deal, or an amount without tax'),
  stageId: z.uuid().nullable().default(null).describe('The stage that the deal moves to'),
})
export type WhenSigned = z.output<typeof WhenSigned>

/** The same, as it is answered. */
export const SignedRule = shape('SignedRule', {
  deposit: z.union([z.object({ percent: z.int() }), z.object({ amountMinor: z.int(), currency: z.string() })]).nullable(),
  stageId: z.uuid().nullable(),
})

/** As the column holds it: null where nothing follows. */
export const ruleColumn = (rule: WhenSigned | null): string | null =>
  rule === null || (rule.deposit === null && rule.stageId === null) ? null : JSON.stringify(rule)
