import { errors } from '#core/errors.ts'

export const paymentErrors = errors({
  invoice_not_sent: {
    status: 409,
    message: 'This invoice is a draft.',
    fix: 'Send it first: a draft can still change, so it cannot be paid.',
  },
  invoice_already_paid: { status: 409, message: 'This invoice is already paid.', fix: 'No action needed.' },
  invoice_void: { status: 409, message: 'This invoice is void.', fix: 'Ask the sender for the current invoice.' },
  payment_under_way: {
    status: 409,
    message: 'A payment for this invoice is processing.',
    fix: 'Wait for the result: a second payment would have to be refunded.',
  },
  currency_mismatch: {
    status: 409,
    message: 'The invoice is in a different currency.',
    fix: 'Send the currency of the invoice as `targetCurrency`: amounts are not converted.',
  },
  return_url_not_allowed: {
    status: 400,
    message: 'This return URL is not allowed.',
    fix: 'Use http or https, at the address of Foyer or at ALLOWED_ORIGIN_DOMAIN and its subdomains.',
  },
  checkout_not_of_invoice: {
    status: 409,
    message: 'This payment belongs to a different invoice.',
    fix: 'Pay the invoice through its own payment link.',
  },
  payment_signature_invalid: {
    status: 409,
    message: 'The signature does not match the payment.',
    fix: 'Send the values from the checkout unchanged.',
  },
  payment_refused: {
    status: 409,
    message: 'The payment does not match the invoice and was not recorded.',
    fix: 'The sender of the invoice can see the reason on its page.',
  },
  payment_processing: {
    status: 409,
    message: 'The payment is processing. The invoice will be marked as paid once the bank confirms.',
    fix: 'No action needed: it is settled automatically.',
  },
  payment_not_made: { status: 409, message: 'No payment was made.', fix: 'Open the checkout again.' },
  difference_not_found: {
    status: 404,
    message: 'This discrepancy does not exist or is already resolved.',
    fix: 'Reload the reconciliation.',
  },
})
