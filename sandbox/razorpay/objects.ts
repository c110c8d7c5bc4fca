import type { Dispute, Notes, Order, Payment, Refund } from './rows.ts'

export const shownOrder = (order: Order) => ({
  id: order.id,
  entity: 'order',
  amount: order.amount,
  amount_paid: order.amount_paid,
  amount_due: order.amount - order.amount_paid,
  currency: order.currency,
  receipt: order.receipt,
  offer_id: null,
  status: order.status,
  attempts: order.attempts,
  notes: shownNotes(order.notes),
  created_at: order.created_at,
})

export const shownPayment = (payment: Payment) => {
  const isCaptured = payment.status === 'captured' || payment.status === 'refunded'
  // Two per cent, and 18 % tax on that, as the vendor's price list has it.
  const fee = Math.round(payment.amount * 0.02)
  const tax = Math.round(fee * 0.18)
  return {
    id: payment.id,
    entity: 'payment',
    amount: payment.amount,
    currency: payment.currency,
    status: payment.status,
    order_id: payment.order_id,
    invoice_id: null,
    international: false,
    method: payment.method,
    amount_refunded: payment.amount_refunded,
    refund_status: payment.amount_refunded === 0 ? null : payment.status === 'refunded' ? 'full' : 'partial',
    captured: isCaptured,
    description: payment.description,
    card_id: payment.method === 'card' ? payment.id.replace('pay_', 'card_') : null,
    bank: null,
    wallet: null,
    vpa: payment.method === 'upi' ? 'success@razorpay' : null,
    email: payment.email,
    contact: null,
    notes: shownNotes(payment.notes),
    fee: isCaptured ? fee + tax : null,
    tax: isCaptured ? tax : null,
    error_code: payment.error?.code ?? null,
    error_description: payment.error?.description ?? null,
    error_source: payment.error?.source ?? null,
    error_step: payment.error?.step ?? null,
    error_reason: payment.error?.reason ?? null,
    acquirer_data: isCaptured ? { rrn: String(payment.created_at).padStart(12, '0') } : [],
    created_at: payment.created_at,
  }
}

export const shownRefund = (refund: Refund) => ({
  id: refund.id,
  entity: 'refund',
  amount: refund.amount,
  currency: refund.currency,
  payment_id: refund.payment_id,
  notes: shownNotes(refund.notes),
  receipt: refund.receipt,
  acquirer_data: { arn: null },
  created_at: refund.created_at,
  batch_id: null,
  status: 'processed',
  speed_processed: 'normal',
  speed_requested: 'normal',
})

export const shownDispute = (dispute: Dispute) => ({
  id: dispute.id,
  entity: 'dispute',
  payment_id: dispute.payment_id,
  amount: dispute.amount,
  currency: dispute.currency,
  amount_deducted: dispute.status === 'lost' ? dispute.amount : 0,
  reason_code: 'goods_or_services_not_received_or_partially_received',
  respond_by: dispute.created_at + 7 * 86_400,
  status: dispute.status,
  phase: 'chargeback',
  created_at: dispute.created_at,
})

/** The vendor's own oddity: nothing in the notes is an empty list. */
const shownNotes = (notes: Notes): unknown => (Object.keys(notes).length === 0 ? [] : notes)
