import { buildExpression, type Compiled, evaluated, type NotCompiled } from './compile.ts'
import type { Evaluation } from './evaluation.ts'
import { mostBytes, tooLarge } from './evaluation.ts'
import { Failure, type Trouble } from './troubles.ts'
import { alternativesOf, nameOfType, type Type, type TypeScope, textType, withoutNull } from './types.ts'
import { jsonOf, textOf } from './values.ts'

/** UTF-16 units of a text with `{{ … }}`. */
export const longestTemplate = 65_536
const mostExpressions = 200
/** UTF-16 units of all expressions in one text: checking 64 KiB of them for the first time took 45 ms. */
const longestExpressions = 16_384

/** Whether a text has an expression in it. */
export const isTemplate = (text: string): boolean => text.includes('{{')

/** What a text is made of: as it stands, or an expression with its place. */
type Piece = string | { readonly text: string; readonly from: number }

/** A template that is checked, with how to run it inside another evaluation. */
export interface BuiltTemplate {
  readonly ok: true
  readonly type: Type
  /** It is one `{{ … }}` and nothing else, so it gives what that gives. */
  readonly isWhole: boolean
  readonly names: readonly (readonly string[])[]
  /** UTF-16 units of its expressions. */
  readonly units: number
  readonly run: (e: Evaluation) => unknown
  /** What it gives as text, as people mean it. */
  readonly toText: (e: Evaluation, value: unknown) => string
}

/**
 * A text with `{{ … }}`. One that is nothing but one `{{ … }}`, spaces around it aside, gives the value itself; in any other the values are
 * put into the text as people mean them. One pass: what is put in is never read again.
 */
export const compileTemplate = (text: string, scope: TypeScope): Compiled | NotCompiled => {
  const template = buildTemplate(text, scope)
  if (!template.ok) return template
  const { type, names, run } = template
  return { ok: true, type, names, evaluate: (values, place) => evaluated(text.length, values, place, (e) => jsonOf(e, run(e))) }
}

/** How a value is put into a text: as it is, or so that it is text in HTML too. */
export type PutIn = (text: string) => string

const asIs: PutIn = (text) => text

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\n': '<br>',
}
/** What a stranger wrote stays words: no markup, no link, no picture; its lines stay lines. */
export const asHtml: PutIn = (text) => text.replace(/[&<>"'\n]/g, (sign) => entities[sign] as string)

export const buildTemplate = (text: string, scope: TypeScope, putIn: PutIn = asIs): BuiltTemplate | NotCompiled => {
  const pieces = piecesOf(text)
  if (!Array.isArray(pieces)) return { ok: false, troubles: [pieces as Trouble] }
  const units = pieces.reduce((sum, piece) => sum + (typeof piece === 'object' ? piece.text.length : 0), 0)
  if (units > longestExpressions)
    return {
      ok: false,
      troubles: [
        {
          code: 'too_long',
          from: 0,
          to: text.length,
          message: 'The expressions in one text have at most 16,384 characters.',
          hint: 'Put parts of them into a step that sets values.',
        },
      ],
    }
  const [only] = pieces
  if (pieces.length === 1 && typeof only === 'object') return wholeOf(only, scope, putIn)
  const isWhole = pieces.every((piece) => typeof piece === 'object' || piece.trim() === '')
  const expressions = pieces.filter((piece) => typeof piece === 'object')
  if (isWhole && expressions.length === 1 && expressions[0]) return wholeOf(expressions[0], scope, putIn)
  return mixedOf(pieces, units, scope, putIn)
}

const wholeOf = ({ text, from }: Exclude<Piece, string>, scope: TypeScope, putIn: PutIn): BuiltTemplate | NotCompiled => {
  const expression = buildExpression(text, scope)
  if (!expression.ok) return { ok: false, troubles: expression.troubles.map((trouble) => moved(trouble, from)) }
  const { built, names } = expression
  const run = spending(built.size, from, built.run)
  return {
    ok: true,
    type: built.type,
    isWhole: true,
    names,
    units: text.length,
    run,
    toText: (e, value) => e.made(putIn(textOf(e, value, built.type))),
  }
}

const mixedOf = (pieces: readonly Piece[], units: number, scope: TypeScope, putIn: PutIn): BuiltTemplate | NotCompiled => {
  const troubles: Trouble[] = []
  const names = new Map<string, readonly string[]>()
  const parts = pieces.map((piece): string | ((e: Evaluation) => string) => {
    if (typeof piece === 'string') return piece
    const template = wholeOf(piece, scope, putIn)
    if (!template.ok) {
      troubles.push(...template.troubles)
      return ''
    }
    const wrong = withoutText(template.type)
    if (wrong) troubles.push({ ...wrong, from: piece.from, to: piece.from + piece.text.length })
    for (const path of template.names) names.set(path.join('\n'), path)
    return (e) => template.toText(e, template.run(e))
  })
  if (troubles.length > 0) return { ok: false, troubles: troubles.slice(0, 20) }
  const run = (e: Evaluation): string => {
    let text = ''
    for (const part of parts) {
      text += typeof part === 'string' ? part : part(e)
      if (text.length > mostBytes) throw tooLarge()
    }
    return e.made(text)
  }
  return {
    ok: true,
    type: textType,
    isWhole: false,
    names: [...names.values()],
    units,
    run,
    toText: (_, value) => String(value),
  }
}

/** Why a value has no text; null where it has one. */
export const withoutText = (type: Type): Pick<Trouble, 'code' | 'message' | 'hint'> | null => {
  const parts = alternativesOf(withoutNull(type)).map((each) => (each.kind === 'list' ? withoutNull(each.of) : each))
  if (!parts.flatMap(alternativesOf).some(({ kind }) => kind === 'record' || kind === 'list')) return null
  return {
    code: 'wrong_type',
    message: `This is ${nameOfType(withoutNull(type))}, which has no text.`,
    hint: 'Name one of its members, such as `x.name` or `list.map(x, x.name)`, or write `json(x)`.',
  }
}

const moved = (trouble: Trouble, by: number): Trouble => ({ ...trouble, from: trouble.from + by, to: trouble.to + by })

/** Pays for an expression, and says where in the whole text it failed. */
const spending =
  (size: number, from: number, run: (e: Evaluation) => unknown) =>
  (e: Evaluation): unknown => {
    try {
      e.spend(size)
      return run(e)
    } catch (error) {
      if (error instanceof Failure && error.from !== null && error.to !== null) {
        error.from += from
        error.to += from
      }
      throw error
    }
  }

// ── Reading ─────────────────────────────────────────────────────────────────────────────────────────────────────────

const piecesOf = (text: string): Piece[] | Trouble => {
  if (text.length > longestTemplate)
    return {
      code: 'too_long',
      from: 0,
      to: longestTemplate,
      message: 'A text with expressions has at most 65,536 characters.',
      hint: null,
    }
  const pieces: Piece[] = []
  let [at, count] = [0, 0]
  for (let open = text.indexOf('{{'); open !== -1; open = text.indexOf('{{', at)) {
    if (open > at) pieces.push(text.slice(at, open))
    const close = endOf(text, open + 2)
    if (close === -1)
      return {
        code: 'unreadable',
        from: open,
        to: text.length,
        message: '`{{` is not closed by `}}`.',
        hint: "To write two braces as text: `{{ '{{' }}`.",
      }
    if (++count > mostExpressions)
      return {
        code: 'too_long',
        from: open,
        to: close + 2,
        message: `A text has at most ${mostExpressions} expressions.`,
        hint: null,
      }
    pieces.push({ text: text.slice(open + 2, close), from: open + 2 })
    at = close + 2
  }
  if (at < text.length) pieces.push(text.slice(at))
  return pieces
}

/** Where the `}}` of an expression begins: not one in quotes, and not that of objects in it. -1: nowhere. */
const endOf = (text: string, from: number): number => {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    const letter = text[at]
    if (letter === "'" || letter === '"') at = endOfQuote(text, at)
    else if (letter === '{') depth++
    else if (letter === '}' && depth > 0) depth--
    else if (letter === '}' && text[at + 1] === '}') return at
  }
  return -1
}

/** Where a quote ends, from its first sign: `'…'` or `'''…'''`. */
const endOfQuote = (text: string, from: number): number => {
  const sign = text[from] ?? ''
  const close = text.startsWith(sign.repeat(3), from) ? sign.repeat(3) : sign
  for (let at = from + close.length; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text.startsWith(close, at)) return at + close.length - 1
  }
  return text.length
}
