import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { findSender } from '#domains/platform/business-identity/senders.ts'
import { Currency } from '#shapes/money.ts'
import { checkWriting, PlaceOfSupply } from './drafts.ts'
import { invoiceErrors } from './errors.ts'
import { Priced, priceLines, TaxParts, WrittenLines } from './lines.ts'
import { findPaymentProblem, PaymentProblem } from './payability.ts'
import { taxPartsOf } from './tax-parts.ts'

export const priceInvoice = action({
  name: 'price-invoice',
  summary: 'Calculate the totals of invoice lines',
  description:
    'Calculates without storing anything, with the same arithmetic and rounding as an invoice. Also says why the total could not be paid online with the provider connected for the currency.',
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow'],
  effect: 'read',
  scope: 'invoices:read',
  limit: { times: 600, seconds: 60 },
  input: z.object({ currency: Currency, lines: WrittenLines, placeOfSupply: PlaceOfSupply.nullish() }),
  output: Priced.extend({
    tax_parts: TaxParts,
    payment_problem: PaymentProblem.nullable().describe('Null: it can be paid online'),
  }),
  errors: [transportErrors.letter_without_font, invoiceErrors.invoice_too_large],
  examples: [
    {
      title: 'Two and a half hours with 19 % tax',
      input: {
        currency: 'EUR',
        lines: [{ description: 'Consulting', quantity: '2.5', unitMinor: 9000, taxRate: '19' }],
      },
    },
  ],

  async run({ currency, lines, placeOfSupply = null }, { org, db, ports, settings }) {
    checkWriting(ports.documents.coverage(), { lines })
    const priced = priceLines(lines)
    const asked = { currency, totalMinor: priced.total_minor }
    return {
      ...priced,
      tax_parts: taxPartsOf(priced.taxes, placeOfSupply, (await findSender(db, org.id)).sender),
      payment_problem: await findPaymentProblem(db, org.id, asked, { ports, settings }),
    }
  },
})
