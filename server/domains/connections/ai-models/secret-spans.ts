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

export type SecretKind = 'EMAIL' | 'PHONE' | 'IBAN' | 'CARD' | 'OWN' | 'TEXT'

/** A piece of a text: what is hidden by its kind, what is no secret though it looks like one (`keep`), and the rest. */
export interface Piece {
  readonly text: string
  readonly kind: SecretKind | 'keep' | null
}

interface Span {
  readonly from: number
  readonly to: number
}
type Find = (text: string) => readonly Span[]

/** A token. One that a stranger typed is text like any other: it gets a token of its own, or it would be answered with the number of another. */
export const tokenPattern = String.raw`\[(?:EMAIL|PHONE|IBAN|CARD|OWN|TEXT)_\d{1,6}\]`

/**
 * Cuts a text at its secrets. One kind is looked for after the other, in what those before have left: what is no card after all may be a
 * number of a phone. Each looks at a bounded part of the text from each of its places, so the time is linear in the text.
 */
export const piecesBy = ({ emails, phones, bank, own }: MaskRules): ((text: string) => readonly Piece[]) => {
  const finders: readonly (readonly [Exclude<Piece['kind'], null>, Find])[] = [
    ['TEXT', byPattern(tokenPattern)],
    ...(own.length > 0 ? [['OWN', byPattern(own.map(ownPattern).join('|'))] as const] : []),
    ...(emails ? [['EMAIL', byPattern(email)] as const] : []),
    ['keep', byPattern(harmless)],
    ...(bank ? [['IBAN', ibansIn] as const] : []),
    // Thirteen digits behind a plus are a phone number, though one in ten looks like a card.
    ...(phones ? [['PHONE', (text: string) => runsIn(text).flatMap((run) => phonesIn(text, run, hasPlus))] as const] : []),
    ['CARD', (text) => runsIn(text).flatMap((run) => cardsIn(text, run))],
    ...(phones ? [['PHONE', (text: string) => runsIn(text).flatMap((run) => phonesIn(text, run, beginsPhone))] as const] : []),
  ]
  const mayHave = new RegExp([String.raw`[@\d[]`, ...own.map(ownPattern)].join('|'), 'u')
  return (text) =>
    mayHave.test(text)
      ? finders.reduce<readonly Piece[]>(
          (pieces, [kind, find]) => pieces.flatMap((piece) => (piece.kind === null ? cutOut(piece.text, kind, find) : piece)),
          [{ text, kind: null }],
        )
      : [{ text, kind: null }]
}

const cutOut = (text: string, kind: Piece['kind'], find: Find): readonly Piece[] => {
  const pieces: Piece[] = []
  let at = 0
  for (const { from, to } of find(text)) {
    if (from > at) pieces.push({ text: text.slice(at, from), kind: null })
    pieces.push({ text: text.slice(from, to), kind })
    at = to
  }
  if (at < text.length) pieces.push({ text: text.slice(at), kind: null })
  return pieces
}

const byPattern = (pattern: string): Find => {
  const scanner = new RegExp(pattern, 'gu')
  return (text) => Array.from(text.matchAll(scanner), ({ 0: { length }, index }) => ({ from: index, to: index + length }))
}

/** Never a pattern language of its own: what an owner types must not be able to take long. */
const ownPattern = (text: string): string =>
  text
    .replace(/[\\^$.|?+()[\]{}/]/g, String.raw`\$&`)
    .replaceAll('#', String.raw`\d`)
    .replace(/\*+/g, String.raw`[\p{L}\p{N}]{1,40}`)

/**
 * A quote or a bullet before it is not its own: what is put back is written to. Behind a backslash it is not known whether the first letter
 * is that of an escape: both are taken, and what is put back is no address.
 */
const email = String.raw`\\?[\p{L}\p{N}_+][\p{L}\p{M}\p{N}._%+'-]{0,63}@[\p{L}\p{M}\p{N}-]{1,63}(?:\.[\p{L}\p{M}\p{N}-]{1,63}){1,8}`

/** Not in the midst of digits: the end of a number can look like a day. */
const notAfterDigits = String.raw`(?<!\d[-./ ]?)`
const day = String.raw`(?:19|20)\d{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])`
const harmless = [
  `(?<![0-9a-zA-Z])[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}(?![0-9a-zA-Z])`,
  String.raw`(?:${notAfterDigits}|(?<=${day} ))${day}(?:T[\d:.]{5,12}(?:Z|[+-]\d{2}:\d{2})?)?(?![-./]?\d)`,
  String.raw`${notAfterDigits}(?:0?[1-9]|[12]\d|3[01])[./](?:0?[1-9]|[12]\d|3[01])[./](?:19|20)\d{2}(?![-./]?\d)`,
].join('|')

/** What people write between the digits of one number: blanks of all kinds, dashes of all kinds, and what is not seen. */
const between = String.raw`[\p{Zs}\t()./·•_+\u00ad\u200b-\u200d\u2010-\u2015\u2060\u2212\ufeff-]`
const gap = new RegExp(`^${between}{1,3}$`, 'u')

/** Digits that stand together. */
type Run = readonly Span[]

/** Groups of digits of which each stands at most three such signs behind the one before. */
const runsIn = (text: string): readonly Run[] => {
  const runs: Span[][] = []
  for (const { 0: digits, index: from } of text.matchAll(/\d+/g)) {
    const last = runs.at(-1)
    const before = last?.at(-1)
    const group = { from, to: from + digits.length }
    if (last && before && from - before.to <= 3 && isGap(text, before.to, from)) last.push(group)
    else runs.push([group])
  }
  return runs
}

const isGap = (text: string, from: number, to: number): boolean =>
  (to - from === 1 && text[from] === ' ') || gap.test(text.slice(from, to))

const digitsIn = (text: string, run: Run): string => run.map(({ from, to }) => text.slice(from, to)).join('')

/** How long the cards of the great networks are, by their first digits. */
const networks: readonly (readonly [RegExp, readonly number[]])[] = [
  [/^4/, [16, 13, 19]],
  [/^(?:5[1-5]|2[2-7])/, [16]],
  [/^3[47]/, [15]],
  [/^3[05689]/, [16, 14, 19]],
  [/^6/, [16, 19]],
  [/^(?:8[12]|9792)/, [16]],
  [/^1/, [15]],
]
/** Those that are looked for in the midst of more digits. */
const surely = /^(?:4|5[1-5]|2[2-7]|3[47]|6011|6[25])/
const [fewestDigits, mostDigits] = [13, 19]

/** Card numbers in a run, also with other digits before or behind them: first those of a network from group to group, then the rest. */
const cardsIn = (text: string, run: Run): readonly Span[] => {
  const digits = digitsIn(text, run)
  if (digits.length < fewestDigits) return []
  const places = run.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, at) => from + at))
  const isEdge = new Set<number>([0])
  let edge = 0
  for (const { from, to } of run) {
    edge += to - from
    isEdge.add(edge)
  }
  const taken = new Uint8Array(digits.length)
  const found: Span[] = []
  const take = (mayBegin: (at: number) => boolean, lengthsAt: (at: number) => readonly number[], mustEnd: boolean): void => {
    for (let at = 0; at + fewestDigits <= digits.length; at++) {
      if (!mayBegin(at)) continue
      const length = lengthsAt(at).find(
        (each) =>
          at + each <= digits.length &&
          (!mustEnd || isEdge.has(at + each)) &&
          !taken.subarray(at, at + each).includes(1) &&
          passesLuhn(digits, at, at + each),
      )
      if (length === undefined) continue
      taken.fill(1, at, at + length)
      found.push({ from: places[at] as number, to: (places[at + length - 1] as number) + 1 })
      at += length - 1
    }
  }
  const start = (at: number): string => digits.slice(at, at + 4)
  const ofNetwork = (at: number): readonly number[] => networks.find(([first]) => first.test(start(at)))?.[1] ?? []
  take((at) => isEdge.has(at), ofNetwork, true)
  take(
    (at) => surely.test(start(at)),
    (at) => ofNetwork(at).slice(0, 1),
    false,
  )
  take(
    (at) => isEdge.has(at) && /[2-9]/.test(digits[at] as string),
    () => anyLength,
    true,
  )
  return found.toSorted((a, b) => a.from - b.from)
}

const anyLength = Array.from({ length: mostDigits - fewestDigits + 1 }, (_, at) => mostDigits - at)

/** ISO/IEC 7812-1, annex B. */
const passesLuhn = (digits: string, from: number, to: number): boolean => {
  let sum = 0
  for (let at = from; at < to; at++) {
    const value = digits.charCodeAt(at) - 48
    const counted = (to - at) % 2 === 0 ? 2 * value : value
    sum += counted > 9 ? counted - 9 : counted
  }
  return sum > 0 && sum % 10 === 0
}

/** From so many digits on it is no number within a town. */
const fewestOfPhone = 7
/** A longer group is a number of something else. */
const mostOfGroup = 17
/** North America and India, where no nought or plus stands before the number: by the lengths of the groups. */
const plainGroups = new Set(['3 3 4', '5 5', '4 3 3', '3 7'])
/** Without a blank in them, and without a plus: as WhatsApp names people. Times are of so many digits too, and begin with 1. */
const plainly = /^(?:[2-9]\d{9,12}|1[2-9]\d{2}[2-9]\d{6})$/

type Begins = (text: string, group: Span) => boolean

/** Phone numbers in a run: from a plus or a nought to the next, or of a form that is no other number's. */
const phonesIn = (text: string, run: Run, begins: Begins): readonly Span[] => {
  const found: Span[] = []
  for (let at = 0; at < run.length; at++) {
    const end = endOfPhone(text, run, at, begins)
    if (end === null) continue
    const first = run[at] as Span
    const before = /(?:\+[\s(]{0,2}|\()$/.exec(text.slice(Math.max(found.at(-1)?.to ?? 0, first.from - 3), first.from))
    found.push({ from: first.from - (before?.[0].length ?? 0), to: (run[end - 1] as Span).to })
    at = end - 1
  }
  return found
}

/** Behind the last group of the phone number that begins at this one; null where none does. */
const endOfPhone = (text: string, run: Run, at: number, begins: Begins): number | null => {
  const group = run[at] as Span
  const length = group.to - group.from
  if (begins(text, group)) {
    let count = length
    let end = at + 1
    for (; end < run.length; end++) {
      const next = run[end] as Span
      if (hasPlus(text, next) || (count >= fewestOfPhone && text[next.from] === '0')) break
      count += next.to - next.from
    }
    if (count >= fewestOfPhone) return end
  }
  if (begins === hasPlus) return null
  if (length >= 10) return plainly.test(text.slice(group.from, group.to)) ? at + 1 : null
  if (length < 3 || length > 5) return null
  for (const groups of [2, 3]) {
    const wanted = run.slice(at, at + groups)
    const lengths = wanted.map(({ from, to }) => to - from).join(' ')
    if (plainGroups.has(lengths) && /[2-9]/.test(text[group.from] as string)) return at + groups
  }
  return null
}

const hasPlus: Begins = (text, { from }) => /\+[\s(]{0,2}$/.test(text.slice(Math.max(0, from - 3), from))

/** A nought of an id, such as `KD-0123456` or `RE-2026-0001234`, begins none; one behind an escape of JSON that was pasted does. */
const idBefore = /(?:[\p{L}\p{N}_]-?|\d[./])$/u
const escapeBefore = /\\[nrtbf]$/

const beginsPhone: Begins = (text, group) => {
  if (hasPlus(text, group)) return true
  if (text[group.from] !== '0' || group.to - group.from > mostOfGroup) return false
  const before = text.slice(Math.max(0, group.from - 2), group.from)
  return !idBefore.test(before) || escapeBefore.test(before)
}

/** Of the registry of ISO 13616: letters and digits of an IBAN, by country. */
const ibanLengths = new Map(
  Object.entries({
    ...{ 15: 'NO', 16: 'BE', 18: 'DK FK FI FO GL NL SD', 19: 'MK SI', 20: 'AT BA EE KZ LT LU MN XK', 21: 'CH HR LI LV' },
    ...{ 22: 'BG BH CR DE GB GE IE ME RS VA', 23: 'AE GI IL IQ OM SO TL', 24: 'AD CZ ES MD PK RO SA SE SK TN VG' },
    ...{ 25: 'LY PT ST', 26: 'IS TR', 27: 'BI DJ FR GR IT MC MR SM', 28: 'AL AZ BY CY DO EG GT HU LB NI PL' },
    ...{ 29: 'BR PS QA UA', 30: 'JO KW', 31: 'MT SC', 32: 'LC', 33: 'RU' },
  }).flatMap(([length, countries]) => countries.split(' ').map((country) => [country, Number(length)] as const)),
)
const [fewestOfIban, mostOfIban] = [15, 34]
const gapOfIban = new RegExp(`^${between}{1,2}`, 'u')

const ibansIn: Find = (text) => {
  const found: Span[] = []
  const begin = /[A-Za-z]{2}\d{2}/g
  for (let match = begin.exec(text); match; match = begin.exec(text)) {
    const to = endOfIban(text, match.index)
    if (to === null) begin.lastIndex = match.index + 1
    else {
      found.push({ from: match.index, to })
      begin.lastIndex = to
    }
  }
  return found
}

/** ISO 13616-1: where the letters and digits from here on are an IBAN. Of a country that is not in the registry any length may be one. */
const endOfIban = (text: string, from: number): number | null => {
  const head = text.slice(from, from + 4).toUpperCase()
  const known = ibanLengths.get(head.slice(0, 2))
  let rest = 0
  let length = 4
  let last: number | null = null
  for (let at = from + 4; length < mostOfIban; length++) {
    if (!isLetterOrDigit(text.charCodeAt(at))) at += gapOfIban.exec(text.slice(at, at + 2))?.[0].length ?? 0
    if (!isLetterOrDigit(text.charCodeAt(at))) break
    rest = appended(rest, text[at] as string)
    at++
    if (length + 1 === known) return isIban(rest, head) ? at : null
    const isEnd = !isLetterOrDigit(text.charCodeAt(at))
    if (known === undefined && length + 1 >= fewestOfIban && isEnd && isIban(rest, head)) last = at
  }
  return last
}

const isLetterOrDigit = (code: number): boolean =>
  (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122)

const appended = (rest: number, letter: string): number => {
  const value = Number.parseInt(letter, 36)
  return (rest * (value > 9 ? 100 : 10) + value) % 97
}

const isIban = (rest: number, head: string): boolean => [...head].reduce(appended, rest) === 1
