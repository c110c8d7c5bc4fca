export interface ListIn {
  readonly member: string
  readonly items: readonly unknown[]
  /** Of the page after it; null where there is none. */
  readonly next: string | null
}

/** The first member that is a list, of an answer that pages. */
export const listIn = (output: unknown): ListIn | null => {
  if (typeof output !== 'object' || output === null || !('next_cursor' in output)) return null
  const found = Object.entries(output).find((member): member is [string, unknown[]] => Array.isArray(member[1]))
  const next = typeof output.next_cursor === 'string' ? output.next_cursor : null
  return found ? { member: found[0], items: found[1], next } : null
}
