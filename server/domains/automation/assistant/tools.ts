import { z } from 'zod'
import type { AnyAction } from '#core/actions/action.ts'
import { dataBlock } from '#domains/connections/ai-models/hostile-texts.ts'
import type { AiTool } from '#ports/ai.ts'
import { shape } from '#shapes'
import type { Counted } from './counting.ts'
import { type ListIn, listIn } from './lists.ts'
import { recordsIn, type SeenRecord } from './records.ts'

/** Where an answer comes from: what was read for it, and how much of that. */
export const Look = shape('AssistantLook', {
  action: z.string(),
  summary: z.string().describe('What the action does, in words'),
  shown: z.int().nullable().describe('Of a list: how many records it had; null of anything else'),
  is_cut: z.boolean().describe('There are more than the assistant saw'),
  total: z
    .int()
    .nullable()
    .default(null)
    .describe('Of a list that was cut: how many there are; null where that was not counted'),
  total_is_more: z.boolean().default(false).describe('There are more than `total`: so far it was counted'),
  failed: z.string().nullable().describe('The code of the error; null where it was read'),
  reason: z.string().nullable().default(null).describe('The error in words'),
  is_proposal: z
    .boolean()
    .default(false)
    .describe('It would have changed something, and no proposal came of it: `failed` and `reason` say why'),
  at: z.iso.datetime().nullable().default(null).describe('Of a kept conversation: when'),
})
export type Look = z.output<typeof Look>

/** What the assistant fills in itself: no model needs to make up an id. */
export const ownFields: ReadonlySet<string> = new Set([
  'clientMessageId',
  'undoSeconds',
  'trackingId',
  'draftId',
  'files',
  'only',
  'was',
])

/** All tools go along with each call: what is over the first sentences of one is found out by its errors. */
const longestDescription = 400

/** An action as a model is told of it: as short as it can be used by. Its input is checked by its own shape, whatever a model was told. */
export const toolOf = (action: AnyAction): AiTool => {
  const schema = z.toJSONSchema(action.input, { io: 'input', unrepresentable: 'any' }) as Record<string, unknown>
  const { $schema: _, properties = {}, required = [], ...rest } = schema
  const told = Object.entries(properties as object).filter(([name]) => !ownFields.has(name))
  const words = [action.summary, action.description].filter(Boolean).join('. ').replace(/\s+/g, ' ')
  const proposes = action.effect === 'write' ? ' Makes a proposal; nothing is done yet.' : ''
  return {
    name: action.name,
    description: `${firstSentences(words)}${proposes}`,
    input: {
      ...(shortShape(rest, []) as object),
      properties: shortMembers(Object.fromEntries(told), []),
      required: (required as string[]).filter((name) => !ownFields.has(name)),
    },
  }
}

/** As many whole sentences as have room; none of them is about the headers of a request. */
const firstSentences = (words: string): string => {
  let said = ''
  for (const sentence of words.split(/(?<=[.!?])\s+/)) {
    if (sentence.includes('Idempotency-Key')) continue
    if (said !== '' && said.length + sentence.length > longestDescription) break
    said += `${said === '' ? '' : ' '}${sentence}`
  }
  return said.endsWith('.') ? said : `${said}.`
}

/** Bounds that the shape checks by itself, and its own defaults: a model need not be told. */
const unsaid: ReadonlySet<string> = new Set(['maxLength', 'minLength', 'maxItems', 'default', 'propertyNames'])

/** A shape without what says nothing to a model. `within`: the members that it stands in. */
const shortShape = (shape: unknown, within: readonly string[]): unknown => {
  if (Array.isArray(shape)) return shape.map((each) => shortShape(each, within))
  if (typeof shape !== 'object' || shape === null) return shape
  const { format } = shape as { readonly format?: string }
  const told = Object.entries(shape).filter(
    ([name, value]) =>
      !unsaid.has(name) &&
      // The format says it in a word; a cursor is copied, not made.
      !(name === 'pattern' && (format !== undefined || within.at(-1) === 'cursor')) &&
      !(name === 'additionalProperties' && value === false),
  )
  return Object.fromEntries(
    told.map(([name, value]) => [
      name,
      name === 'properties' ? shortMembers(value as Record<string, unknown>, within) : shortShape(value, within),
    ]),
  )
}

/** Groups of groups of conditions are described once: what stands within itself has the same shape. */
const shortMembers = (members: Readonly<Record<string, unknown>>, within: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(members)
      .filter(([name]) => !within.includes(name))
      .map(([name, shape]) => [name, shortShape(shape, [...within, name])]),
  )

/** Of one answer: some fifty deals. What is over is left out, and the model is told so. */
const mostBytes = 24_000

export interface Read {
  readonly text: string
  readonly look: Look
  readonly records: readonly SeenRecord[]
}

/** The answer of an action as a model reads it. `count` counts a list that was cut. */
export const readOf = async (
  { name, summary }: AnyAction,
  output: unknown,
  count: () => Promise<Counted | null>,
): Promise<Read> => {
  const list = listIn(output)
  const told = list ? shortened(output as Record<string, unknown>, list) : { output, shown: null }
  const isCut = list !== null && (list.next !== null || (told.shown ?? 0) < list.items.length)
  const counted = isCut ? await count() : null
  const records = recordsIn(told.output)
  const facts = { records, ...(list && { shown: told.shown, ...(isCut && { note: noticeOf(told.shown ?? 0, counted) }) }) }
  const text = dataBlock({ ...facts, result: told.output })
  const isTooLong = Buffer.byteLength(text) > 2 * mostBytes
  return {
    text: isTooLong ? `${beginningOf(text)}…\n</data>\n(The rest was left out.)` : text,
    look: {
      ...{ action: name, summary, shown: told.shown, is_cut: isCut || isTooLong, failed: null, reason: null },
      ...{ is_proposal: false, at: null },
      ...{ total: counted?.total ?? null, total_is_more: counted !== null && !counted.isAll },
    },
    records,
  }
}

/** Where it is cut no word or number is left in half: half of an address is hidden by no rule. */
const beginningOf = (text: string): string => {
  const beginning = text.slice(0, 2 * mostBytes)
  const last = beginning.slice(-mostOfWord)
  return beginning.slice(0, -mostOfWord) + last.replace(/[\p{L}\p{M}\p{N}@\s.+()/_-]+$/u, '')
}
const mostOfWord = 200

const noticeOf = (shown: number, counted: Counted | null): string => {
  if (!counted) return 'There are more than these. Never present them as all.'
  const total = counted.isAll ? String(counted.total) : `more than ${counted.total}`
  return `These are ${shown} of ${total}. Say so; never present them as all.`
}

const shortened = (output: Record<string, unknown>, { member, items }: ListIn) => {
  let bytes = 0
  const fitting = items.findIndex((item) => {
    bytes += Buffer.byteLength(JSON.stringify(item))
    return bytes > mostBytes
  })
  const shown = fitting < 0 ? items : items.slice(0, Math.max(1, fitting))
  return { output: { ...output, [member]: shown }, shown: shown.length }
}
