import { z } from 'zod'
import { changesOf } from '#core/events/changes.ts'
import { event, ofSubject, subjectsOf } from '#core/events/event.ts'

const Payment = z.object({
  id: z.uuid().describe('The payment'),
  invoice_id: z.uuid(),
  invoice: z.string().describe('INV-0007'),
  amount_minor: z.int().describe('In the smallest unit of the currency'),
  currency: z.string().describe('ISO 4217'),
  provider: z.string(),
  provider_payment_id: z.string(),
  is_live: z.boolean().describe('False: no real money'),
  received_at: z.iso.datetime(),
})

const PaymentFields = z.object({
  refunded_minor: z.int(),
  dispute_state: z.string().nullable().describe('open, lost, or null'),
  lost_minor: z.int(),
  dispute_fee_minor: z.int().nullable(),
  dispute_fee_currency: z.string().nullable(),
})

export const paymentFieldsOf = (payment: z.output<typeof PaymentFields>): z.output<typeof PaymentFields> =>
  PaymentFields.parse(payment)

export const paymentEvents = {
  received: event({
    type: 'payment.received',
    about: 'An invoice was paid. Sent once per invoice, whichever way the payment became known.',
    facts: Payment,
    webhook: {
      body: Payment,
      tell: ({ facts }) => facts,
      async read(events, { db, orgId }) {
        const rows = await db
          .selectFrom('payments')
          .innerJoin('invoices', (join) =>
            join.on('invoices.org_id', '=', orgId).onRef('invoices.id', '=', 'payments.invoice_id'),
          )
          .selectAll('payments')
          .select('invoices.label')
          .where('payments.org_id', '=', orgId)
          .where('payments.id', 'in', subjectsOf(events))
          .execute()
        return ofSubject(rows, (payment) => ({
          id: payment.id,
          invoice_id: payment.invoice_id,
          invoice: payment.label ?? '',
          amount_minor: payment.amount_minor,
          currency: payment.currency,
          provider: payment.provider,
          provider_payment_id: payment.provider_payment_id,
          is_live: payment.is_live,
          received_at: payment.received_at.toISOString(),
        }))
      },
    },
  }),
  changed: event({
    type: 'payment.changed',
    about: 'A payment was refunded or disputed.',
    facts: z.object({ invoice_id: z.uuid(), ...changesOf(PaymentFields).shape }),
  }),
}
