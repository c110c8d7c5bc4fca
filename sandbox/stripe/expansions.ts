import type { Call } from './calls.ts'
import { shownCharge } from './charges.ts'
import { lineItems, shownSession } from './checkout-sessions.ts'
import { shownIntent } from './payment-intents.ts'
import { Refused } from './refusals.ts'
import type { Store } from './store.ts'

/** The answer with the ids that `expand` names replaced by what they stand for: https://docs.stripe.com/api/expanding_objects */
export const expanded = (answer: object, { params }: Call, store: Store): object => {
  const { expand } = params
  if (expand === undefined) return answer
  if (!Array.isArray(expand)) throw new Refused('Invalid array', { param: 'expand' })
  const whole = structuredClone(answer) as Record<string, unknown>
  for (const path of expand) widen(whole, String(path).split('.').slice(0, 5), store, String(path))
  return whole
}

const widen = (within: Record<string, unknown>, [name = '', ...rest]: readonly string[], store: Store, path: string): void => {
  if (name === 'data' && Array.isArray(within.data)) {
    for (const each of within.data) widen(each as Record<string, unknown>, rest, store, path)
    return
  }
  const value = within[name]
  if (name === 'line_items' && within.object === 'checkout.session') {
    const session = store.sessions.find(String(within.id))
    if (session) within.line_items = lineItems(session)
    return
  }
  if (value === undefined || !expandable.has(name))
    throw new Refused(`This property cannot be expanded (${path}).`, { param: 'expand' })
  if (typeof value === 'string') within[name] = structuredClone(objectOf(value, store)) ?? value
  const inner = within[name]
  if (rest.length > 0 && inner !== null && typeof inner === 'object') widen(inner as Record<string, unknown>, rest, store, path)
}

const expandable = new Set(
  'payment_intent latest_charge charge customer balance_transaction invoice payment_method review application subscription setup_intent payment_link'.split(
    ' ',
  ),
)

const objectOf = (id: string, store: Store): object | undefined => {
  const show = <Row>(row: Row | undefined, shown: (row: Row) => object): object | undefined => row && shown(row)
  if (id.startsWith('pi_')) return show(store.intents.find(id), shownIntent)
  if (id.startsWith('ch_') || id.startsWith('py_')) return show(store.charges.find(id), shownCharge)
  if (id.startsWith('cs_')) return show(store.sessions.find(id), (session) => shownSession(session, store.address()))
  return undefined
}
