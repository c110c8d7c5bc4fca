export interface Place {
  readonly start: number
  readonly end: number
}

/** A piece of JSON text: a string with its quotes, a mark, or anything else between marks (a number, a word). */
const pieces = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/gs

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
