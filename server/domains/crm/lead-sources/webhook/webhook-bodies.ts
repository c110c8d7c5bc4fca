import { Failure } from '#core/errors.ts'
import { readJson } from '#domains/crm/leads/json-body.ts'
import { digitsKept } from '#shapes/json-digits.ts'
import { readForm } from '../form/form-bodies.ts'
import type { SourceBody, SourceRequest } from '../source-kind.ts'

/** Some services send six fields for each question. */
const mostFields = 2_000
const deepest = 8

/**
 * The body of a webhook: JSON to the letter; a form's fields as one object, where `a[b]` is b within a, several values are a list, and a
 * field that holds JSON is read as JSON.
 */
export const openBody = (request: SourceRequest): SourceBody => {
  const type = request.headers['content-type'] ?? ''
  if (/^\s*(?:application\/x-www-form-urlencoded|multipart\/form-data)/i.test(type)) {
    const value = nested(readForm(type, request.body, mostFields).fields)
    return { text: JSON.stringify(value), value }
  }
  const json = readJson(request.body)
  if (!json.ok) throw new Failure(json.code, { message: json.message })
  return { text: json.text, value: digitsKept(json.text) }
}

type Nested = { [name: string]: Nested | unknown }

/** Objects without a prototype: a field may be called `__proto__`. */
const empty = (): Nested => Object.create(null) as Nested

const nested = (fields: ReadonlyMap<string, readonly string[]>): Nested => {
  const whole = empty()
  for (const [name, values] of fields) {
    const steps = stepsOf(name)
    let here = whole
    for (const step of steps.slice(0, -1)) {
      const next = here[step]
      const inner = isNested(next) ? next : empty()
      here[step] = inner
      here = inner
    }
    const last = steps.at(-1) ?? name
    const read = values.map(jsonOrText)
    here[last] = read.length === 1 ? read[0] : read
  }
  return whole
}

const isNested = (value: unknown): value is Nested =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.getPrototypeOf(value) === null

/** `fields[email][value]` → fields, email, value; `rooms[]` → rooms. What is not written so is one name. */
const stepsOf = (name: string): string[] => {
  const found = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name)
  if (!found) return [name]
  const steps = [found[1] ?? '', ...(found[2] ?? '').split(/[[\]]+/)].filter((step) => step !== '')
  return steps.length > 0 && steps.length <= deepest ? steps : [name]
}

const jsonOrText = (text: string): unknown => {
  if (!/^\s*[{[]/.test(text)) return text
  const json = readJson(Buffer.from(text))
  return json.ok ? digitsKept(json.text) : text
}
