/** A signed token (RFC 7515, compact) taken apart; nothing in it is believed yet. */
export interface TokenForm {
  readonly header: Readonly<Record<string, unknown>>
  readonly payload: Readonly<Record<string, unknown>>
}

/** Longer than any token of ours, or any that we trust; a longer one is rejected. */
const maxTokenLength = 8_192

/**
 * What a header may hold that would change what is signed or who says so: keys that a token brings along or points to,
 * extensions that must be understood, encryption, compression, and tokens in tokens.
 */
const refusedMembers = ['jku', 'jwk', 'x5u', 'x5c', 'crit', 'b64', 'enc', 'zip', 'cty']

/**
 * Takes a token apart if it is written in the one way in which it can be: three parts of canonical base64url, two of them
 * JSON objects in which no member stands twice (RFC 7519, 4: two readers must not understand a token in two ways). Null otherwise.
 */
export const readTokenForm = (token: string): TokenForm | null => {
  if (token.length > maxTokenLength) return null
  const parts = token.split('.')
  const [header, payload] = parts.map(membersOf)
  if (parts.length !== 3 || !header || !payload || bytesOf(parts[2] ?? '') === null) return null
  if (refusedMembers.some((name) => Object.hasOwn(header, name))) return null
  return { header, payload }
}

const membersOf = (part: string): Record<string, unknown> | null => {
  const bytes = bytesOf(part)
  if (!bytes) return null
  try {
    const json = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    const value: unknown = JSON.parse(json)
    if (typeof value !== 'object' || value === null || Array.isArray(value) || hasMemberTwice(json)) return null
    return value as Record<string, unknown>
  } catch {
    return null
  }
}

/** Padding, other letters and spare bits that are not zero would be read all the same: one token in many spellings. */
const bytesOf = (part: string): Buffer | null => {
  const bytes = Buffer.from(part, 'base64url')
  return bytes.length > 0 && bytes.toString('base64url') === part ? bytes : null
}

/** Of text that is JSON. A string with a colon behind it is a member's name, and nothing else is. */
const hasMemberTwice = (json: string): boolean => {
  const names: Set<string>[] = []
  for (const [piece] of json.matchAll(/"(?:[^"\\]|\\.)*"(?:\s*:)?|[{}]/g)) {
    if (piece === '{') names.push(new Set())
    else if (piece === '}') names.pop()
    else if (piece.endsWith(':')) {
      const name = JSON.parse(piece.slice(0, piece.lastIndexOf('"') + 1)) as string
      const known = names.at(-1)
      if (known?.has(name)) return true
      known?.add(name)
    }
  }
  return false
}
