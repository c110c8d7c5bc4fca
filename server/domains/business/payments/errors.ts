import { errors } from '#core/errors.ts'

export const paymentErrors = errors({
  invoice_not_sent: {
    status: 409,
    message: 'This invoice is a draft.',
    fix: 'Send it first: a draft can still change, so nobody can pay it.',
  },
  invoice_already_paid: { status: 409, message: 'This invoice is paid.', fix: 'Nothing is to be done.' },
  invoice_void: { status: 409, message: 'This invoice is void.', fix: 'Ask whoever sent it for the one that stands.' },
  payment_under_way: {
    status: 409,
    message: 'A payment of this invoice is on its way.',
    fix: 'Wait until the bank has answered: a second payment would have to be given back.',
  },
  currency_mismatch: {
    status: 409,
    message: 'The invoice has another currency.',
    fix: 'Send the currency of the invoice as `targetCurrency`: nothing is converted.',
  },
  return_url_not_allowed: {
    status: 400,
    message: 'Nobody may be sent to this address after paying.',
    fix: 'Use http or https, at the address of Foyer or at ALLOWED_ORIGIN_DOMAIN and its subdomains.',
  },
  checkout_not_of_invoice: {
    status: 409,
    message: 'This payment was not made for this invoice.',
    fix: 'Pay the invoice by its own link.',
  },
  payment_signature_invalid: {
    status: 409,
    message: 'The signature does not fit the payment.',
    fix: 'Hand on what the checkout gave, unchanged.',
  },
  payment_refused: {
    status: 409,
    message: 'The payment does not fit the invoice, and was not counted.',
    fix: 'Whoever sent the invoice sees why on its page.',
  },
  payment_processing: {
    status: 409,
    message: 'The payment is on its way. The invoice will be paid once the bank has answered.',
    fix: 'Wait: it is settled by itself.',
  },
  payment_not_made: { status: 409, message: 'Nothing was paid.', fix: 'Open the checkout again.' },
  difference_not_found: {
    status: 404,
    message: 'There is no such difference, or it is resolved.',
    fix: 'Load the reconciliation again.',
  },
})
