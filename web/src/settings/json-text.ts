export interface Place {
  readonly start: number
  readonly end: number
}

/** A piece of JSON text: a string with its quotes, a mark, or anything else between marks (a number, a word). */
const pieces = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/gs

/**
 * JSON laid out over lines, with every string and number as it stands in the text: 9007199254740993 stays what it is.
 * Text that is no JSON comes back unchanged.
 */
export const layOut = (text: string): string => {
  if (!isJson(text)) return text
  let depth = 0
  let out = ''
  let last = ''
  const line = () => `\n${'  '.repeat(depth)}`
  for (const [piece] of text.matchAll(pieces)) {
    if (piece === '}' || piece === ']') {
      depth--
      out += last === '{' || last === '[' ? piece : line() + piece
    } else {
      if (last === '{' || last === '[') out += line()
      out += piece
      if (piece === '{' || piece === '[') depth++
      else if (piece === ',') out += line()
      else if (piece === ':') out += ' '
    }
    last = piece
  }
  return out
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Where the value of a member stands in JSON text: `email`, or `consent.obtained_at`. Undefined when it is not there. */
export const placeOf = (text: string, field: string): Place | undefined => {
  const path: string[] = []
  let depth = 0
  let name: string | undefined
  let last: { text: string; at: number } | undefined
  for (const match of text.matchAll(pieces)) {
    const piece = match[0]
    if (last?.text === ':' && name !== undefined) {
      path[depth - 1] = name
      if (path.slice(0, depth).join('.') === field) return { start: match.index, end: match.index + piece.length }
    }
    if (piece === '{' || piece === '[') {
      depth++
      path.length = depth
    } else if (piece === '}' || piece === ']') depth--
    if (piece === ':' && last) name = nameOf(last.text)
    last = { text: piece, at: match.index }
  }
  return undefined
}

const nameOf = (quoted: string): string | undefined => {
  try {
    return String(JSON.parse(quoted))
  } catch {
    return undefined
  }
}

/** The place of "line 3, column 12" in text; lines and columns count from 1. */
export const placeOfLine = (text: string, message: string): Place | undefined => {
  const [, line, column] = /line (\d+), column (\d+)/.exec(message) ?? []
  if (line === undefined || column === undefined) return undefined
  const before = text.split('\n').slice(0, Number(line) - 1)
  const start = before.reduce((sum, each) => sum + each.length + 1, 0) + Number(column) - 1
  return start <= text.length ? { start, end: Math.min(start + 1, text.length) } : undefined
}
