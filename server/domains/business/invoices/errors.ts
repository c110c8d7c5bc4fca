import { errors } from '#core/errors.ts'

export const invoiceErrors = errors({
  invoice_not_found: { status: 404, message: 'The invoice does not exist.', fix: 'List the invoices with list-invoices.' },
  invoice_not_draft: {
    status: 409,
    message: 'A sent invoice cannot be changed.',
    fix: 'Void it with a reason, and create another.',
  },
  invoice_without_amount: {
    status: 409,
    message: 'The invoice total is zero.',
    fix: 'Set a price above 0 on at least one line before sending it.',
  },
  invoice_not_payable: {
    status: 409,
    message: 'The payment provider does not accept this amount.',
    fix: 'Change the lines or the currency as the message says, or split the invoice. `price-invoice` checks this before it is sent.',
  },
  invoice_too_large: {
    status: 400,
    message: 'The invoice total is too large.',
    fix: 'Stay below 1,000,000,000,000 in the smallest unit of the currency, or split the invoice.',
  },
  invoice_incomplete: {
    status: 409,
    message: 'The invoice lacks something that the country of its sender asks for.',
    fix: 'Fill in what the message names. If your business is exempt from it, send it with `incomplete: true`.',
  },
  reverse_charge_taxed: {
    status: 400,
    message: 'An invoice under reverse charge has no tax on its lines.',
    fix: 'Set the tax of each line to 0, or turn reverse charge off.',
  },
  invoice_too_long: {
    status: 409,
    message: 'The invoice has too much text for one document.',
    fix: 'Shorten its descriptions, or split the invoice.',
  },
  document_late: {
    status: 503,
    message: 'The PDF was not created in time.',
    fix: 'Try again in a moment: the documents of a workspace are created one at a time.',
  },
  invoice_wrong_state: {
    status: 409,
    message: 'The state of the invoice does not allow this.',
    fix: 'Load the invoice again: it may have been paid, voided or refunded.',
  },
  pay_link_unknown: {
    status: 404,
    message: 'This payment link does not belong to an invoice.',
    fix: 'Open the exact link from the email, or ask the sender.',
  },
})
