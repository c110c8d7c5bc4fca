import type { IncomingMessage } from 'node:http'

/** Where `type` is looked for. If it comes late, the response waits for the whole body. */
const mostBytes = 4_096

/**
 * What a body that is still on its way names as `type`: called once, at most, and never for a body that came with its head. `name`
 * is what is known already, by the address.
 */
export const whenTypeIsKnown = (request: IncomingMessage, name: string | null, then: (type: string) => void): void => {
  let beginning: Buffer | null = Buffer.alloc(0)
  const look = (): void => {
    if (beginning === null || request.complete) return
    const type = name ?? typeIn(beginning.toString('latin1'))
    if (type === null && beginning.length < mostBytes) return
    beginning = null
    request.off('data', gather)
    if (type !== null) then(type)
  }
  const gather = (chunk: Buffer): void => {
    if (beginning === null) return
    beginning = beginning.length === 0 ? chunk : Buffer.concat([beginning, chunk.subarray(0, mostBytes)])
    // The end of a small body is read in the same turn.
    setImmediate(look)
  }
  if (request.headers['content-encoding'] === undefined) request.on('data', gather)
  setImmediate(look)
}

/** The member `type` of the outermost object of a JSON text that need not be whole; null when it is not there, or no text. */
export const typeIn = (text: string): string | null => {
  let at = text.indexOf('{') + 1
  if (at === 0) return null
  let depth = 1
  let member: string | null = null
  for (; at < text.length; at++) {
    const sign = text[at]
    if (sign === '"') {
      const end = endOfString(text, at)
      if (end === -1) return null
      const isKey = depth === 1 && member === null
      const written = text.slice(at, end + 1)
      if (isKey) member = written
      else if (depth === 1 && member === '"type"') return stringOf(written)
      at = end
    } else if (sign === '{' || sign === '[') depth++
    else if (sign === '}' || sign === ']') {
      if (--depth === 0) return null
    } else if (sign === ',' && depth === 1) member = null
  }
  return null
}

const endOfString = (text: string, start: number): number => {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '"') return at
  }
  return -1
}

const stringOf = (written: string): string | null => {
  try {
    return JSON.parse(written) as string
  } catch {
    return null
  }
}
