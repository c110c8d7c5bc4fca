import { z } from 'zod'
import { shape } from '#shapes'
import { AmountMinor, Currency } from '#shapes/money.ts'

const Send = z
  .boolean()
  .default(false)
  .describe('The invoice gets its number and goes to the client with its payment link; without it, it stays a draft')

/** What follows when all have signed. */
export const WhenSigned = z.object({
  deposit: z
    .union([
      z.object({ percent: z.int().min(1).max(100).describe('Of the value of the deal'), send: Send }),
      z.object({ amountMinor: AmountMinor, currency: Currency, send: Send }),
    ])
    .nullable()
    .default(null)
    .describe(
      'An invoice to the client: a part of the value of the deal, or an amount without tax. Where another document or proposal of the deal has made one that stands, a task says so instead',
    ),
  stageId: z.uuid().nullable().default(null).describe('The stage that the deal moves to'),
})
export type WhenSigned = z.output<typeof WhenSigned>

/** Rules that were written before there was a choice leave the invoice a draft. */
const Sends = z.boolean().default(false)

/** The same, as it is answered. */
export const SignedRule = shape('SignedRule', {
  deposit: z
    .union([z.object({ percent: z.int(), send: Sends }), z.object({ amountMinor: z.int(), currency: z.string(), send: Sends })])
    .nullable(),
  stageId: z.uuid().nullable(),
})

/** As the column holds it: null where nothing follows. */
export const ruleColumn = (rule: WhenSigned | null): string | null =>
  rule === null || (rule.deposit === null && rule.stageId === null) ? null : JSON.stringify(rule)
