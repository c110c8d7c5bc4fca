/** What of a workspace no AI provider may see. Card numbers never leave. */
export interface MaskRules {
  readonly emails: boolean
  readonly phones: boolean
  /** IBANs. */
  readonly bank: boolean
  /** Patterns of the workspace: `#` is a digit, `*` letters and digits, everything else itself. */
  readonly own: readonly string[]
}

export const noRules: MaskRules = { emails: false, phones: false, bank: false, own: [] }

/**
 * Puts tokens in the place of what may not leave, and what stood there back into what is answered. The same value has the same token, and
 * since a conversation is sent anew from its beginning with each call, a token stays the same in all of it.
 */
export interface Mask {
  out(text: string): string
  /** Each text of a value of JSON. */
  outIn(value: unknown): unknown
  /** Of JSON, what is put back is escaped. */
  back(text: string, form?: 'text' | 'json'): string
  backIn(value: unknown): unknown
  /** The same for a text that comes in pieces, wherever they are cut. */
  backInPieces(): { push(piece: string): string; flush(): string }
}

const kinds = ['EMAIL', 'PHONE', 'IBAN', 'CARD', 'OWN', 'TEXT'] as const
type Kind = (typeof kinds)[number]

/*
 * One pass, the first that fits. What is no secret and looks like one comes first, and stays: ids and times. A token that a stranger typed is
 * text like any other: it gets a token of its own, or it would be answered with the number of another. Each part is bounded, so the time is
 * linear in the text.
 */
const parts = {
  keep: String.raw`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\d{4}-\d{2}-\d{2}(?:T[\d:.]{5,12}(?:Z|[+-]\d{2}:\d{2})?)?`,
  TEXT: String.raw`\[(?:EMAIL|PHONE|IBAN|CARD|OWN|TEXT)_\d{1,6}\]`,
  EMAIL: String.raw`[\p{L}\p{N}._%+'-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}`,
  IBAN: String.raw`(?<![\p{L}\p{N}])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?![\p{L}\p{N}])`,
  CARD: String.raw`(?<![\p{L}\p{N}])\d(?:[ -]?\d){12,18}(?![\p{L}\p{N}])`,
  PHONE: String.raw`(?<![\p{L}\p{N}_-])(?:\+|\(?0)(?:[ ()./-]{0,2}\d){6,15}(?![\p{L}\p{N}_])`,
} as const

export const makeMask = (rules: MaskRules): Mask => {
  const scanner = scannerOf(rules)
  const tokens = new Map<string, string>()
  const values = new Map<string, string>()
  const counts = new Map<Kind, number>()
  const tokenOf = (kind: Kind, value: string): string => {
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
  const out = (text: string): string =>
    text.replace(scanner, (all, ...rest) => {
      const groups = rest.at(-1) as Partial<Record<Kind | 'keep', string>>
      const kind = kinds.find((each) => groups[each] !== undefined)
      return kind && isOne(kind, all) ? tokenOf(kind, all) : all
    })
  return {
    out,
    outIn: (value) => eachText(value, out),
    back,
    backIn: (value) => eachText(value, (text) => back(text)),
    backInPieces: () => piecewise(back),
  }
}

const eachText = (value: unknown, change: (text: string) => string): unknown => {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((each) => eachText(each, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, eachText(member, change)]))
}

const tokenIn = new RegExp(parts.TEXT, 'g')

const scannerOf = ({ emails, phones, bank, own }: MaskRules): RegExp => {
  const named = (name: Kind | 'keep', pattern: string): string => `(?<${name}>${pattern})`
  return new RegExp(
    [
      named('TEXT', parts.TEXT),
      ...(own.length > 0 ? [named('OWN', own.map(ownPattern).join('|'))] : []),
      named('keep', parts.keep),
      ...(emails ? [named('EMAIL', parts.EMAIL)] : []),
      ...(bank ? [named('IBAN', parts.IBAN)] : []),
      named('CARD', parts.CARD),
      ...(phones ? [named('PHONE', parts.PHONE)] : []),
    ].join('|'),
    'gu',
  )
}

/** Never a pattern language of its own: what an owner types must not be able to take long. */
const ownPattern = (text: string): string =>
  text
    .replace(/[\\^$.|?+()[\]{}/]/g, String.raw`\$&`)
    .replaceAll('#', String.raw`\d`)
    .replace(/\*+/g, String.raw`[\p{L}\p{N}]{1,40}`)

const isOne = (kind: Kind, text: string): boolean => {
  if (kind === 'CARD') return passesLuhn(text.replace(/[ -]/g, ''))
  return kind === 'IBAN' ? passesMod97(text.replaceAll(' ', '')) : true
}

/** ISO/IEC 7812-1, annex B. */
const passesLuhn = (digits: string): boolean => {
  const sum = [...digits].toReversed().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0 && !/^0+$/.test(digits)
}

/** ISO 13616-1. */
const passesMod97 = (iban: string): boolean => {
  const moved = `${iban.slice(4)}${iban.slice(0, 4)}`
  let rest = 0
  for (const letter of moved) for (const digit of String(Number.parseInt(letter, 36))) rest = (rest * 10 + Number(digit)) % 97
  return rest === 1
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
