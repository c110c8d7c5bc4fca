/** Whole numbers up to here are the same in every JSON parser. */
const largest = Number.MAX_SAFE_INTEGER

/** JSON as its sender wrote it: a number that a double would change (a 64-bit id, say) comes as the text of its digits. */
export const digitsKept = (text: string): unknown =>
  JSON.parse(text, (_name: string, value: unknown, context?: { source?: string }) => {
    if (typeof value !== 'number' || context?.source === undefined) return value
    const isKept = String(value) === context.source && Math.abs(value) <= largest
    return isKept ? value : context.source
  })
