import type { z } from 'zod'
import { isStorable } from '#shapes/texts.ts'
import { Failure } from '../errors.ts'
import type { AnyAction } from './action.ts'

export const readInput = (action: AnyAction, body: unknown): unknown => {
  const parsed = action.input.safeParse(body)
  if (parsed.success) return parsed.data
  throw describeIssue(parsed.error, body)
}

/** One problem, in words: the first missing field by the message that the specification shows, else the first of all. */
export const describeIssue = (error: z.ZodError, body: unknown): Failure => {
  const problems = error.issues
    .map(({ path, message }) => ({ path: path.map(String), message }))
    .filter(({ path }) => path.length > 0)
  const missing = problems.find(({ path }) => memberAt(body, path) === undefined)
  const { path, message } = missing ?? problems[0] ?? { path: [], message: '' }
  if (path.length === 0) return new Failure('bad_request')
  const field = path.join('.')
  if (missing) return new Failure('missing_field', { message: `Missing required field: ${field}`, field })
  return new Failure('bad_request', { message: `${field}: ${message}`, field })
}

const memberAt = (body: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? (value as Record<string, unknown>)[name]
        : undefined,
    body,
  )

/** As deep as the lead API allows. */
const deepest = 32

/** Text that PostgreSQL cannot store, and excessive nesting, are rejected before anything is done, by every action alike. */
export const refuseUnstorable = (value: unknown, path: readonly string[] = []): void => {
  if (typeof value === 'string' && !isStorable(value)) {
    const field = path.join('.')
    throw new Failure('field_bad_text', { message: `${field} contains NUL or a broken surrogate pair`, field })
  }
  if (typeof value !== 'object' || value === null) return
  if (path.length >= deepest) throw new Failure('body_too_deep')
  for (const [name, member] of Object.entries(value)) {
    if (!isStorable(name)) throw new Failure('field_bad_text')
    refuseUnstorable(member, [...path, name])
  }
}
