import { held } from '#core/held.ts'
import { module } from '#core/module.ts'
import { createInvoice } from './create-invoice.ts'
import { downloadInvoice } from './download-invoice.ts'
import { downloadPayable } from './download-payable.ts'
import { invoiceErrors } from './errors.ts'
import { invoiceEvents } from './events.ts'
import { invoiceTimeline } from './invoice-timeline.ts'
import { linkedInvoices } from './linked-invoices.ts'
import { listInvoices } from './list-invoices.ts'
import { mailInvoice } from './mail-invoice.ts'
import { priceInvoice } from './price-invoice.ts'
import { removeInvoice } from './remove-invoice.ts'
import { saveInvoiceNumbering } from './save-invoice-numbering.ts'
import { sendInvoice } from './send-invoice.ts'
import { sendReceipt } from './send-receipt.ts'
import { showInvoiceNumbering } from './show-invoice-numbering.ts'
import { showLetters } from './show-letters.ts'
import { showPayable } from './show-payable.ts'
import { updateInvoice } from './update-invoice.ts'

export const invoicesModule = module({
  title: 'Invoices',
  actions: [
    listInvoices,
    createInvoice,
    priceInvoice,
    showLetters,
    showInvoiceNumbering,
    saveInvoiceNumbering,
    updateInvoice,
    removeInvoice,
    sendInvoice,
    downloadInvoice,
    showPayable,
    downloadPayable,
  ],
  jobs: [mailInvoice, sendReceipt],
  errors: invoiceErrors,
  events: [invoiceEvents],
  scopes: {
    'invoices:read': 'Read invoices and their payments',
    'invoices:write': 'Create, send, void and remove invoices',
  },
  within: [invoiceTimeline, linkedInvoices],
  held: [held({ name: 'invoices and receipts by email', kind: 'mails', jobs: [mailInvoice, sendReceipt] })],
  owns: [
    ...['directory.invoices', 'directory.pay_links', 'invoice_counters', 'invoice_events', 'invoice_lines'],
    ...['invoice_numbering', 'invoices'],
  ],
})
