import { errors } from '#core/errors.ts'

export const invoiceErrors = errors({
  invoice_not_found: { status: 404, message: 'No such invoice.', fix: 'List the invoices with list-invoices.' },
  invoice_not_draft: {
    status: 409,
    message: 'This invoice was sent, so it does not change any more.',
    fix: 'Void it, with the reason, and make another.',
  },
  invoice_without_amount: {
    status: 409,
    message: 'This invoice comes to nothing.',
    fix: 'Give a line a price above 0 before sending it.',
  },
  invoice_not_payable: {
    status: 409,
    message: 'The payment provider does not take this amount.',
    fix: 'Change the lines or the currency as the message says, or split the invoice. `price-invoice` tells before it is sent.',
  },
  invoice_too_large: {
    status: 400,
    message: 'The invoice comes to more than Foyer calculates with.',
    fix: 'Stay below 1,000,000,000,000 of the smallest unit of the currency, or split the invoice.',
  },
  invoice_too_long: {
    status: 409,
    message: 'The invoice has more text than a document holds.',
    fix: 'Shorten its descriptions, or split the invoice.',
  },
  document_late: {
    status: 503,
    message: 'The PDF could not be made in time.',
    fix: 'Try again in a moment: other documents of the workspace go first, one after the other.',
  },
  invoice_wrong_state: {
    status: 409,
    message: 'This is not possible in the state that the invoice is in.',
    fix: 'Look at the invoice: it may have been paid, voided or refunded meanwhile.',
  },
  pay_link_unknown: {
    status: 404,
    message: 'There is no invoice behind this link.',
    fix: 'Open the link from the mail as it stands there, or ask whoever sent it.',
  },
})
