import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { findBookAddress } from '#domains/meetings/booking/event-types.ts'
import { providerFor } from '#ports/payments.ts'
import { invoiceErrors } from './errors.ts'
import { ProviderOfPayments } from './payability.ts'
import { findPayable, isSimulated, Payable, PayToken, showPayableOf } from './payables.ts'

export const showPayable = action({
  name: 'show-payable',
  summary: 'Show an invoice by its payment link',
  description:
    'The data of the public pay page. `processing` is not paid: the payer has finished, but the money has not arrived. `simulated`: no real money moves.',
  who: 'public',
  transports: ['gateway'],
  effect: 'read',
  limit: { times: 60, seconds: 60 },
  input: z.object({ token: PayToken }),
  output: z.object({ invoice: Payable, provider: ProviderOfPayments, simulated: z.boolean() }),
  errors: [invoiceErrors.pay_link_unknown],
  examples: [{ title: 'The token of a payment link', input: { token: 'k3nJ0bQ9Zp7x2Vw5Yt8Rm1Lc4Hs6Fd0Ga_-EuXoTiBq' } }],

  async run({ token }, { db, enterOrg, now, vault, settings, fail }) {
    const found = await findPayable(token, { db, enterOrg, showing: { now: now(), vault, publicUrl: settings.publicUrl } })
    if (!found) throw fail('pay_link_unknown')
    const invoice = showPayableOf(found.whole, await findBookAddress(db, found.orgId, settings.publicUrl))
    return {
      invoice,
      provider: providerFor(invoice.currency),
      simulated: await isSimulated(db, found.orgId, invoice.currency, settings),
    }
  },
})
