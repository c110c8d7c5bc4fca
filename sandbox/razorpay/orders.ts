import { missing, Refused } from './refusals.ts'
import type { Account, Notes, Order, Payment } from './rows.ts'
import type { Store } from './store.ts'

/** What a call said. */
export type Body = Readonly<Record<string, unknown>>

const currencies = new Set(Intl.supportedValuesOf('currency'))

export const createOrder = (store: Store, account: Account, body: Body): Order => {
  const { amount, currency, receipt, notes } = body
  if (amount === undefined || amount === null || amount === '') throw missing('amount')
  if (!Number.isSafeInteger(Number(amount)) || typeof amount === 'boolean')
    throw new Refused('The amount must be an integer.', { field: 'amount' })
  if (Number(amount) < 100) throw new Refused('Order amount less than minimum amount allowed', { field: 'amount' })
  if (typeof currency !== 'string' || currency === '') throw missing('currency')
  if (!currencies.has(currency)) throw new Refused('Currency is not supported', { field: 'currency' })
  if (
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits === 3 &&
    Number(amount) % 10 !== 0
  )
    throw new Refused('The last digit of the amount must be 0 for three decimal currencies.', { field: 'amount' })
  if (receipt !== undefined && receipt !== null && typeof receipt !== 'string')
    throw new Refused('The receipt must be a string.', { field: 'receipt' })
  if (typeof receipt === 'string' && receipt.length > 40)
    throw new Refused('The receipt may not be greater than 40 characters.', { field: 'receipt' })
  return store.orders.put({
    id: store.newId('order_'),
    keyId: account.id,
    amount: Number(amount),
    currency,
    receipt: receipt ?? null,
    notes: readNotes(notes),
    created_at: store.nowSeconds(),
    amount_paid: 0,
    status: 'created',
    attempts: 0,
  })
}

export const paymentsOf = (store: Store, order: Order): Payment[] =>
  store.payments.list().filter((one) => one.order_id === order.id)

export const readNotes = (given: unknown): Notes => {
  if (given === undefined || given === null || (Array.isArray(given) && given.length === 0)) return {}
  if (typeof given !== 'object' || Array.isArray(given)) throw new Refused('The notes must be an array.', { field: 'notes' })
  const notes = Object.entries(given)
  if (notes.length > 15) throw new Refused('Number of fields in notes should be less than or equal to 15', { field: 'notes' })
  for (const [name, value] of notes) {
    if (value !== null && typeof value !== 'string' && typeof value !== 'number')
      throw new Refused('Notes values themselves should not be an array.', { field: 'notes' })
    if (name.length > 256 || String(value).length > 512)
      throw new Refused('The value of a note may not be greater than 512 characters.', { field: 'notes' })
  }
  return Object.fromEntries(notes)
}
