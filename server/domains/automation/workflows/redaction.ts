import type { Definition, FieldDefinition, Node } from './definition.ts'
import type { JsonSchema } from './json-schemas.ts'
import { knownCatalogue } from './known-catalogue.ts'

/** What stands in place of what is not shown. */
export const masked = '•••'

/** Members whose names say that their value is a secret, whatever it looks like. */
const secretName =
  /pass(?:word|wd|phrase|code)$|secret|token$|api[-_ ]?key$|private[-_ ]?key$|authorization|credentials?$|cookie|^(?:auth|pin|otp)$/i

/** Deeper JSON is not stored (`storable.ts`). */
const mostDepth = 64
/** A shorter text is found in others by chance. */
const leastPart = 4

/** Keys, tokens and passwords in a text, by what they look like. Each pattern takes time in proportion to the length of the text. */
const looks: readonly (readonly [RegExp, string])[] = [
  [/\b(bearer|basic)\s{1,4}[\w.~+/=-]{8,}/gi, `$1 ${masked}`],
  [/([?&#](?:[\w.-]{0,40}(?:token|secret|password|signature|api[-_]?key)|key|sig|auth)=)[^&#\s"']+/gi, `$1${masked}`],
  [/(\bhttps?:\/\/)[^\s/@:]{1,200}:[^\s/@]{1,200}@/g, `$1${masked}@`],
  [
    /\b(?:fo_live_\w{8,}|[sr]k_(?:live|test)_\w{8,}|gh[pousr]_\w{20,}|xox[abpr]-[\w-]{10,}|AKIA[A-Z0-9]{16}|AIza[\w-]{30,})/g,
    masked,
  ],
  [/\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/g, masked],
]

const maskedText = (text: string, hidden: readonly string[]): string => {
  if (hidden.includes(text)) return masked
  const seen = hidden.filter(({ length }) => length >= leastPart).reduce((rest, each) => rest.replaceAll(each, masked), text)
  return looks.reduce((rest, [pattern, by]) => rest.replace(pattern, by), seen)
}

/** A value without its secrets: by the names of members, by what texts look like, and by the texts that are asked to be hidden. */
export const redacted = (value: unknown, hidden: readonly string[] = [], depth = 0): unknown => {
  if (typeof value === 'string') return maskedText(value, hidden)
  if (typeof value === 'number') return hidden.includes(String(value)) ? masked : value
  if (depth > mostDepth || typeof value !== 'object' || value === null || value instanceof Date) return value
  if (Array.isArray(value)) return value.map((each) => redacted(each, hidden, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      secretName.test(name) && (typeof member === 'string' || typeof member === 'number') && member !== ''
        ? masked
        : redacted(member, hidden, depth + 1),
    ]),
  )
}

/** The same of what people read. */
export const redactedText = (text: string, hidden: readonly string[] = []): string => maskedText(text, hidden)

/** Members that the shape of an action marks as secret (`writeOnly`, `format: password`). */
export const withoutMarked = (value: unknown, schema: JsonSchema, root = schema, depth = 0): unknown => {
  if (depth > mostDepth || value === null || value === undefined) return value
  const refers = schema.$ref?.startsWith('#/$defs/') ? root.$defs?.[schema.$ref.slice('#/$defs/'.length)] : undefined
  if (refers) return withoutMarked(value, refers, root, depth + 1)
  const { writeOnly, format } = schema as { readonly writeOnly?: unknown; readonly format?: unknown }
  if (writeOnly === true || format === 'password') return masked
  const ways = schema.anyOf ?? schema.oneOf
  if (ways) return ways.reduce<unknown>((rest, way) => withoutMarked(rest, way, root, depth + 1), value)
  const { items, properties } = schema
  if (Array.isArray(value)) return items ? value.map((each) => withoutMarked(each, items, root, depth + 1)) : value
  if (typeof value !== 'object' || value === null || !properties) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const shape = properties[name]
      return [name, shape ? withoutMarked(member, shape, root, depth + 1) : member]
    }),
  )
}

const hiddenFields = (fields: readonly FieldDefinition[]): string[] =>
  fields.filter(({ hidden }) => hidden).map(({ name }) => name)

/** Whether something of a definition is marked as hidden: hardly one is. */
export const hidesSomething = ({ trigger, nodes }: Definition): boolean =>
  (trigger.kind === 'request' && trigger.input.some(({ hidden }) => hidden)) ||
  nodes.some((node) => node.hidden || (node.kind === 'person' && node.form.some(({ hidden }) => hidden)))

/** Shorter texts under the name of a secret are found in others by chance. */
const leastSecret = 8

/** Texts under the names of secrets. */
const secretTextsIn = (value: unknown, found: Set<string>, depth = 0): void => {
  if (depth > mostDepth || typeof value !== 'object' || value === null) return
  for (const [name, member] of Object.entries(value)) {
    if (typeof member !== 'string') secretTextsIn(member, found, depth + 1)
    else if (member.length >= leastSecret && secretName.test(name)) found.add(member)
  }
}

/** The texts that fields marked as hidden, and members named as secrets, have in a run: they are masked wherever they stand. */
export const hiddenTextsOf = (
  { trigger: starts, nodes }: Definition,
  trigger: unknown,
  outputs: Iterable<readonly [node: string, output: unknown]>,
): string[] => {
  const found = new Set<string>()
  const add = (values: unknown, names: readonly string[]): void => {
    for (const name of names) {
      const value = (values as Readonly<Record<string, unknown>> | null | undefined)?.[name]
      for (const each of Array.isArray(value) ? value : [value])
        if ((typeof each === 'string' && each !== '') || typeof each === 'number') found.add(String(each))
    }
  }
  if (starts.kind === 'request') add((trigger as { input?: unknown } | null)?.input, hiddenFields(starts.input))
  const forms = new Map(nodes.flatMap((node) => (node.kind === 'person' ? [[node.id, hiddenFields(node.form)] as const] : [])))
  secretTextsIn(trigger, found)
  for (const [node, output] of outputs) {
    add(output, forms.get(node) ?? [])
    secretTextsIn(output, found)
  }
  return [...found]
}

const withoutFields = (values: unknown, names: readonly string[]): unknown =>
  typeof values !== 'object' || values === null || names.length === 0
    ? values
    : Object.fromEntries(Object.entries(values).map(([name, value]) => [name, names.includes(name) ? masked : value]))

/** What started a run, as it may be shown. */
export const redactedTrigger = ({ trigger: starts }: Definition, trigger: unknown, hidden: readonly string[]): unknown => {
  if (starts.kind !== 'request' || typeof trigger !== 'object' || trigger === null) return redacted(trigger, hidden)
  const { input } = trigger as { readonly input?: unknown }
  return redacted({ ...trigger, input: withoutFields(input, hiddenFields(starts.input)) }, hidden)
}

/** What a step took, as it is stored and shown. */
export const redactedInput = (node: Node | undefined, input: unknown, hidden: readonly string[] = []): unknown => {
  if (input === null || input === undefined) return input
  if (node?.hidden) return masked
  const shape = node?.kind === 'action' ? knownCatalogue().actions.get(node.action)?.input : undefined
  return redacted(shape ? withoutMarked(input, shape) : input, hidden)
}

/** What a step gave, as it is shown: later steps see it as it is. */
export const redactedOutput = (node: Node | undefined, output: unknown, hidden: readonly string[] = []): unknown => {
  if (output === null || output === undefined) return output
  if (node?.hidden) return masked
  const shape = node?.kind === 'action' ? knownCatalogue().actions.get(node.action)?.output : undefined
  const marked = shape ? withoutMarked(output, shape) : output
  return redacted(node?.kind === 'person' ? withoutFields(marked, hiddenFields(node.form)) : marked, hidden)
}
