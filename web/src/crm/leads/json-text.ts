/**
 * JSON with line breaks and indents, and every name, number and text in it to the letter: 1e2 stays 1e2, and no digit of
 * a long number is lost. Anything that is not JSON comes back as it is.
 */
export const prettyJson = (text: string): string => {
  try {
    JSON.parse(text)
  } catch {
    return text
  }
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/gs) ?? []
  let depth = 0
  let out = ''
  tokens.forEach((token, n) => {
    const next = tokens[n + 1]
    if (token === '{' || token === '[') {
      const closes = next === '}' || next === ']'
      out += closes ? token : `${token}\n${'  '.repeat(++depth)}`
    } else if (token === '}' || token === ']') {
      const opened = tokens[n - 1]
      out += opened === '{' || opened === '[' ? token : `\n${'  '.repeat(--depth)}${token}`
    } else if (token === ',') out += `,\n${'  '.repeat(depth)}`
    else if (token === ':') out += ': '
    else out += token
  })
  return out
}

/** The members of a JSON object as they were sent; numbers keep their digits where the browser can tell them. Null when it is no object. */
export const membersOf = (text: string | null): Record<string, unknown> | null => {
  if (text === null) return null
  try {
    const read: unknown = JSON.parse(text, withDigits)
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? (read as Record<string, unknown>) : null
  } catch {
    return null
  }
}

const withDigits = (_name: string, value: unknown, context?: { source?: string }): unknown =>
  typeof value === 'number' && context?.source !== undefined ? context.source : value
