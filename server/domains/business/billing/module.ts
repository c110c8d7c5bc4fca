import { module } from '#core/module.ts'
import { showInvoice } from './show-invoice.ts'
import { voidInvoice } from './void-invoice.ts'

/** Invoices together with how they are paid: above both, so that an invoice knows nothing of checkouts. */
export const billingModule = module({
  title: 'Invoices',
  actions: [showInvoice, voidInvoice],
  owns: [],
})
