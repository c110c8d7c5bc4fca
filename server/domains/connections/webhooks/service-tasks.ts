import { z } from 'zod'
import { publicEvents } from '#core/events/public-events.ts'
import type { ServiceTask, TaskWords } from '#ports/provider.ts'
import { findProvider } from '#ports/providers.ts'
import type { Schema } from '#shapes/expressions/schema-types.ts'

/** What a template may be long, and what is made of one. */
const templateLength = 2_000
const textLength = 3_000
const valueLength = 1_000
/** Lines of what is said where there is no template. */
const mostLines = 20

const Template = z.string().max(templateLength)

const TaskColumn = z.object({
  name: z.string().trim().min(1).max(200).describe('As the service has it'),
  value: Template.describe('What is written in it: text with `{{name}}`, `{{email}}` for members of the event’s data'),
})

/** What a service is asked to do with each event. */
export const StoredTask = z.object({
  name: z.string(),
  asked: z.record(z.string(), z.string().max(500)).describe('The answers to what the task asks for'),
  text: Template.nullable().describe(
    'With `{{name}}`, `{{email}}` for members of the event’s data. Null: all of it, a line each',
  ),
  columns: z.array(TaskColumn).max(50),
})
export type StoredTask = z.output<typeof StoredTask>

export const taskOf = (provider: string): ServiceTask | null => findProvider(provider)?.does ?? null

/** The words for one delivery. Its body is that of a webhook. */
export const wordsOf = (task: StoredTask, body: string): TaskWords => {
  const { type, data } = Body.parse(JSON.parse(body))
  const about = publicEvents().find((event) => event.type === type)?.about ?? 'A test from Foyer.'
  const facts = factsOf(data)
  const named = ['name', 'title', 'subject', 'number', 'email'].map((key) => facts.find(([name]) => name.endsWith(key))?.[1])
  const title = [about.replace(/\.$/, ''), named.find((each) => each !== undefined)].filter(Boolean).join(': ').slice(0, 250)
  const lines = facts.slice(0, mostLines).map(([name, value]) => `${name}: ${value}`)
  return {
    asked: task.asked,
    title,
    text: (task.text === null ? [title, ...lines].join('\n') : filled(task.text, data)).slice(0, textLength),
    columns: task.columns.map(({ name, value }) => ({ name, value: filled(value, data).slice(0, valueLength) })),
  }
}

const Body = z.object({ type: z.string(), data: z.record(z.string(), z.unknown()) })

/** Members that people can read, with those of an object in it: no ids. */
const factsOf = (data: Readonly<Record<string, unknown>>, before = ''): (readonly [string, string])[] =>
  Object.entries(data).flatMap(([name, value]): (readonly [string, string])[] => {
    if (/(^|_)id$/.test(name)) return []
    if (typeof value === 'string' && value !== '') return [[`${before}${name}`, value.slice(0, valueLength)]]
    if (typeof value === 'number' || typeof value === 'boolean') return [[`${before}${name}`, String(value)]]
    const isInner = before === '' && typeof value === 'object' && value !== null && !Array.isArray(value)
    return isInner ? factsOf(value as Record<string, unknown>, `${name}.`) : []
  })

/** The first name in a template that none of these events has, and what they have; null where each is known. */
export const unknownNameIn = (template: string, types: readonly string[]): { name: string; known: string[] } | null => {
  const bodies = publicEvents()
    .filter(({ type }) => types.includes(type))
    .map(({ webhook }) => z.toJSONSchema(webhook.body, { io: 'input', unrepresentable: 'any' }) as Schema)
  for (const [, name = ''] of template.matchAll(places))
    if (!bodies.some((body) => hasText(body, name.split('.'), body)))
      return {
        name,
        known: [...new Set(bodies.flatMap((body) => Object.keys(body.properties ?? {})))].filter(
          (each) => !/(^|_)id$/.test(each),
        ),
      }
  return null
}

/** Whether the members lead to something that can be written: no object and no list. */
const hasText = (schema: Schema, names: readonly string[], whole: Schema): boolean => {
  const [first, ...rest] = names
  const referred = schema.$ref === undefined ? undefined : whole.$defs?.[schema.$ref.replace('#/$defs/', '')]
  const inner = [...(referred ? [referred] : []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  if (inner.some((each) => hasText(each, names, whole))) return true
  if (first === undefined) return inner.length === 0 && schema.type !== 'object' && schema.type !== 'array'
  const member = schema.properties?.[first]
  if (member) return hasText(member, rest, whole)
  const { additionalProperties: others } = schema
  return typeof others === 'object' ? hasText(others, rest, whole) : others === true
}

const places = /\{\{\s*([\w.]{1,100})\s*\}\}/g

/** `{{deal.name}}` stands for that member of the data; for nothing where there is none. */
const filled = (template: string, data: Readonly<Record<string, unknown>>): string =>
  template.replace(places, (_whole, place: string) => {
    const value = place
      .split('.')
      .reduce<unknown>((within, name) => (isRecord(within) && Object.hasOwn(within, name) ? within[name] : undefined), data)
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
  })

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null
