/** What a form says: text, or what stands in its brackets. */
export type FormValue = string | FormValue[] | { [name: string]: FormValue }
export type Form = { [name: string]: FormValue }

/**
 * A body or query as `application/x-www-form-urlencoded` with brackets, as Stripe and Twilio take it: `a[b][0][c]=x` is
 * `{ a: { b: [{ c: 'x' }] } }`, `a[]=x&a[]=y` a list. Of a plain name that comes twice, the last one counts.
 */
export const readForm = (text: string): Form => {
  const root: Form = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    const head = /^[^[]+/.exec(name)?.[0]
    if (head === undefined) continue
    const rest = [...name.slice(head.length).matchAll(/\[([^\]]*)\]/g)].map(([, part = '']) => part)
    put(root, [head, ...rest].slice(0, 12), value)
  }
  return withLists(root) as Form
}

const put = (into: Form, [name = '', ...rest]: readonly string[], value: string): void => {
  const key = name === '' ? String(Object.keys(into).length) : name
  if (rest.length === 0) {
    into[key] = value
    return
  }
  const inner = into[key]
  const next = typeof inner === 'object' ? (inner as Form) : (Object.create(null) as Form)
  into[key] = next
  put(next, rest, value)
}

/** What was numbered from 0 without a gap is a list. */
const withLists = (value: FormValue): FormValue => {
  if (typeof value === 'string') return value
  const entries = Object.entries(value).map(([name, inner]) => [name, withLists(inner)] as const)
  const isList = entries.length > 0 && entries.every(([name], at) => name === String(at))
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)
}
