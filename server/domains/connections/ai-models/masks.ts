import { type MaskRules, piecesBy, type SecretKind, tokenPattern } from './secret-spans.ts'

/**
 * Puts tokens in the place of what may not leave, and what stood there back into what is answered. The same value has the same token, and
 * since a conversation is sent anew from its beginning with each call, a token stays the same in all of it.
 */
export interface Mask {
  /** Of blocks of data (`dataBlock`) the values are read, not their JSON: there the letter of an escape stands before what a line begins with. */
  out(text: string): string
  /** Each text of a value of JSON, names of members too. */
  outIn(value: unknown): unknown
  /** Of JSON, what is put back is escaped. */
  back(text: string, form?: 'text' | 'json'): string
  backIn(value: unknown): unknown
  /** The same for a text that comes in pieces, wherever they are cut. */
  backInPieces(): { push(piece: string): string; flush(): string }
}

const tokenIn = new RegExp(tokenPattern, 'g')

export const makeMask = (rules: MaskRules): Mask => {
  const piecesOf = piecesBy(rules)
  const tokens = new Map<string, string>()
  const values = new Map<string, string>()
  const counts = new Map<SecretKind, number>()
  const tokenOf = (kind: SecretKind, value: string): string => {
    const known = tokens.get(`${kind} ${value}`)
    if (known) return known
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    const token = `[${kind}_${count}]`
    tokens.set(`${kind} ${value}`, token)
    values.set(token, value)
    return token
  }
  const back: Mask['back'] = (text, form = 'text') =>
    text.replace(tokenIn, (token) => {
      const value = values.get(token)
      if (value === undefined) return token
      return form === 'json' ? JSON.stringify(value).slice(1, -1) : value
    })
  const hidden = (text: string): string =>
    piecesOf(text)
      .map(({ text: piece, kind }) => (kind === null || kind === 'keep' ? piece : tokenOf(kind, piece)))
      .join('')
  return {
    out: (text) => inBlocks(text, { plain: hidden, json: (block) => block.replace(literals, changedBy(hidden)) }),
    outIn: (value) => eachValue(value, { text: hidden, number: (number, name) => hiddenNumber(number, name, hidden) }),
    back,
    backIn: (value) => eachValue(value, { text: (text) => back(text), number: (number) => number }),
    backInPieces: () => piecewise(back),
  }
}

/** Nothing in a block has a `<`. */
const block = /(<data>[^<]*)/

const inBlocks = (text: string, change: Readonly<Record<'plain' | 'json', (part: string) => string>>): string =>
  text
    .split(block)
    .map((part, at) => (at % 2 === 1 ? change.json(part) : change.plain(part)))
    .join('')

/** Of JSON: texts, of which the last may be cut; and whole numbers that are long enough to be a secret. */
const literals = /"([^"\\]*(?:\\.[^"\\]*)*)("?)|(?<=[[:,{])\d{10,19}(?=[\],}])/gs

/** Sums and sizes are ours, and the longest numbers that we write. */
const ourNumber = /(?:minor|nano|total|bytes|ms)$/i

const changedBy =
  (hidden: (text: string) => string) =>
  (literal: string, escaped: string | undefined, end: string, at: number, all: string): string => {
    if (escaped === undefined) {
      const name = /"([^"\\]*)":$/.exec(all.slice(Math.max(0, at - 60), at))?.[1] ?? ''
      const changed = ourNumber.test(name) ? literal : hidden(literal)
      return changed === literal ? literal : JSON.stringify(changed)
    }
    const text = unescaped(escaped)
    const changed = hidden(text)
    return changed === text ? literal : `"${JSON.stringify(changed).slice(1, -1).replaceAll('<', '\\u003c')}${end}`
  }

const hiddenNumber = (number: number, name: string, hidden: (text: string) => string): unknown => {
  const written = String(number)
  if (!/^\d{10,}$/.test(written) || ourNumber.test(name)) return number
  const changed = hidden(written)
  return changed === written ? number : changed
}

const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }
const unescaped = (text: string): string =>
  text.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/gs, (_, code: string | undefined, letter: string) =>
    code === undefined ? (escapes[letter] ?? letter) : String.fromCharCode(Number.parseInt(code, 16)),
  )

interface Change {
  readonly text: (text: string) => string
  readonly number: (number: number, name: string) => unknown
}

const eachValue = (value: unknown, change: Change, name = ''): unknown => {
  if (typeof value === 'string') return change.text(value)
  if (typeof value === 'number') return change.number(value, name)
  if (Array.isArray(value)) return value.map((each) => eachValue(each, change, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([inner, member]) => [change.text(inner), eachValue(member, change, inner)]),
  )
}

/** What may be the beginning of a token waits for the rest of it; the longest has 14 letters. */
const beginning = /\[(?:[A-Z]{0,5}|[A-Z]{3,5}_\d{0,6})$/

const piecewise = (back: Mask['back']) => {
  let waiting = ''
  return {
    push(piece: string): string {
      const text = waiting + piece
      const begun = beginning.exec(text)
      waiting = begun ? begun[0] : ''
      return back(begun ? text.slice(0, begun.index) : text)
    },
    flush(): string {
      const rest = waiting
      waiting = ''
      return rest
    },
  }
}
