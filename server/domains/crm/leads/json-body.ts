import { isUtf8 } from 'node:buffer'
import { transportErrors } from '#core/errors.ts'

/** Why bytes are rejected before they are parsed as a lead; each is an error. */
export const bodyFaults = [
  transportErrors.body_empty,
  transportErrors.body_not_utf8,
  transportErrors.body_not_json,
  transportErrors.body_not_object,
  transportErrors.body_too_deep,
  transportErrors.body_forbidden_key,
]
export type BodyFault = (typeof bodyFaults)[number]['code']

export type JsonBody =
  | { readonly ok: true; readonly value: Record<string, unknown>; readonly text: string }
  | { readonly ok: false; readonly code: BodyFault; readonly message: string }

export const deepest = 32

/** 65,536 bytes of a lead pass, 65,537 do not; a compressed body is measured after decoding. */
export const maxBodyBytes = 65_536

/**
 * Reads bytes (at most 64 KB: the caller sees to that) as one JSON object. A byte order mark is skipped; of two members
 * with one name the last one counts, as in every browser. Nothing in a message repeats the body.
 */
export function readJson(bytes: Buffer): JsonBody {
  if (!isUtf8(bytes)) return refuse('body_not_utf8', 'the body is not valid UTF-8')
  const text = withoutMark(bytes.toString('utf8'))
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return text.trim() === '' ? refuse('body_empty', emptyMessage) : refuse('body_not_json', whyNotJson(text, error))
  }
  if (!isObject(value)) return refuse('body_not_object', `the body must be a JSON object, not ${kindOf(value)}`)
  return faultWithin(value, 1) ?? { ok: true, value, text }
}

/**
 * A number of the body's own members as its sender wrote it: JSON.parse makes 9007199254740992 of 9007199254740993,
 * and a record id must not change on the way. Parses the text again, so ask only when the value is a number.
 */
export function numberAsSent(text: string, member: string): string | null {
  const sources = new Map<unknown, string>()
  const whole: unknown = JSON.parse(
    withoutMark(text),
    function (this: unknown, name: string, value: unknown, context?: { source?: string }) {
      if (name === member && typeof value === 'number' && context?.source !== undefined) sources.set(this, context.source)
      return value
    },
  )
  return sources.get(whole) ?? null
}

const refuse = (code: BodyFault, message: string): JsonBody => ({ ok: false, code, message })

const emptyMessage = 'the body is empty; send a JSON object with email or phone'

const withoutMark = (text: string): string => (text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'an array; send one lead per request'
  return value === null ? 'null' : `a ${typeof value}`
}

/** Looks only into members that hold objects or arrays: an ordinary lead has none or one. */
function faultWithin(value: object, depth: number): JsonBody | null {
  if (depth > deepest) return refuse('body_too_deep', `the body is nested deeper than ${deepest} levels`)
  if (Array.isArray(value)) {
    for (const item of value as unknown[]) {
      const fault = typeof item === 'object' && item !== null ? faultWithin(item, depth + 1) : null
      if (fault) return fault
    }
    return null
  }
  const members = value as Record<string, unknown>
  for (const name in members) {
    // A trap for code that copies members into its own object; it is never sent by mistake.
    if (name === '__proto__') return refuse('body_forbidden_key', 'the body has a member named __proto__')
    const member = members[name]
    if (typeof member !== 'object' || member === null) continue
    if (name === 'constructor' && Object.hasOwn(member, 'prototype')) {
      return refuse('body_forbidden_key', 'the body has a member named constructor.prototype')
    }
    const fault = faultWithin(member, depth + 1)
    if (fault) return fault
  }
  return null
}

/** V8's own words quote the body, which must not reach a log: only the place is taken from them. */
function whyNotJson(text: string, error: unknown): string {
  if (/^\s*[\w.[\]-]+=/.test(text)) return 'the body is not valid JSON: it looks like form data'
  const said = error instanceof Error ? error.message : ''
  const place = / \(line (\d+) column (\d+)\)$/.exec(said)
  if (place) return `the body is not valid JSON: see line ${place[1]}, column ${place[2]}`
  return said.startsWith('Unexpected end') ? 'the body is not valid JSON: it ends too early' : 'the body is not valid JSON'
}
