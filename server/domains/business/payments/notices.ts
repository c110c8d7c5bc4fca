import { notices } from '#core/declared.ts'

export const paymentNotices = notices({
  payment_odd: {
    about: 'A payment does not reconcile.',
    least: 'admin',
    topic: 'invoices',
    line: () => 'A payment does not match its invoice',
    page: (_id, { invoice_id: invoiceId }) => (invoiceId ? `/invoices/${invoiceId}` : '/settings/reconciliation'),
  },
})
