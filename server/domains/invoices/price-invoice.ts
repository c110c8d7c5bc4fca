import { z } from 'zod'
import { action } from '#core/action.ts'
import { Currency } from '#shapes/money.ts'
import { Priced, priceLines, WrittenLines } from './lines.ts'
import { checkWriting } from './writing.ts'

export const priceInvoice = action({
  name: 'price-invoice',
  summary: 'What lines would come to on an invoice',
  description: 'Calculates and keeps nothing: the same arithmetic, and the same rounding, as the invoice itself.',
  who: 'member',
  doors: ['gateway', 'mcp'],
  effect: 'read',
  scope: 'invoices:read',
  limit: { times: 600, seconds: 60 },
  input: z.object({ currency: Currency, lines: WrittenLines }),
  output: Priced,
  errors: ['letter_without_font', 'invoice_too_large'],
  examples: [
    {
      title: 'Two and a half hours with 19 % tax',
      input: {
        currency: 'EUR',
        lines: [{ description: 'Consulting', quantity: '2.5', unitMinor: 9000, taxRate: '19' }],
      },
    },
  ],

  async run({ lines }, { ports }) {
    checkWriting(ports.documents.coverage(), { lines })
    return priceLines(lines)
  },
})
