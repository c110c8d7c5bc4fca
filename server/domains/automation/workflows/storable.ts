/** PostgreSQL keeps no deeper JSON than its stack allows, and people read none. */
const mostDepth = 64

/** A value from outside as the database keeps it: without NUL and halves of characters. Undefined where it is nested too deeply. */
export const storable = (value: unknown, depth = 0): unknown => {
  if (depth > mostDepth) return undefined
  if (typeof value === 'string') return storableText(value)
  if (Array.isArray(value)) {
    const items = value.map((each) => storable(each, depth + 1))
    return items.includes(undefined) ? undefined : items
  }
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([name, member]) => [storableText(name), storable(member, depth + 1)] as const)
  return members.some(([, member]) => member === undefined) ? undefined : Object.fromEntries(members)
}

export const storableText = (text: string): string => text.replaceAll('\u0000', '').toWellFormed()
