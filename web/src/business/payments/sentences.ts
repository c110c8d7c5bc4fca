import { messages } from '#web/i18n/strings.ts'
import { type NoticeSentences, factText as text } from '#web/module.ts'

/** What the audit log says of each action, after who called it. */
export const audit = messages('business/payments/sentences#audit', {
  reconcile: { done: 'started a reconciliation', tried: 'tried to start a reconciliation' },
  'resolve-difference': {
    done: 'resolved a reconciliation discrepancy',
    tried: 'tried to resolve a reconciliation discrepancy',
  },
})

const strings = messages('business/payments/sentences', {
  odd: 'A payment does not match its invoice',
  kinds: {
    wrong_invoice: 'It was made for another invoice and is not counted.',
    wrong_amount: 'Its amount differs from the invoice. It is not counted.',
    wrong_currency: 'Its currency differs from the invoice. It is not counted.',
    wrong_mode: 'A test payment came for a live invoice, or a live payment for a test invoice. It is not counted.',
    double_payment: 'The invoice was already paid. Refund this payment to the client.',
    paid_after_void: 'The invoice was void when the payment came. Refund it to the client.',
    disputed: 'The client disputes it with their bank.',
    dispute_lost: 'The client won a dispute: the bank returned the money to them.',
    missing_here: 'The provider has it, and it is not recorded here.',
    missing_at_provider: 'It is recorded here, and the provider does not have it.',
    different_amount: 'The provider has another amount, or other refunds, than recorded here.',
  },
})

export const notices: NoticeSentences = {
  payment_odd: ({ facts }) => ({
    title: strings.odd,
    text: (strings.kinds as Readonly<Record<string, string>>)[text(facts.kind)],
    tone: 'bad',
    link: facts.invoice_id
      ? { to: '/invoices/$invoiceId', params: { invoiceId: text(facts.invoice_id) } }
      : { to: '/settings/reconciliation' },
  }),
}
