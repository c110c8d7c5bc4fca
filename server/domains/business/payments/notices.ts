import { notices } from '#core/declared.ts'

export const paymentNotices = notices({
  payment_odd: { about: 'A payment does not reconcile.', least: 'admin', topic: 'invoices' },
})
