import { addressParser } from 'postal-mime'
import { readEmail } from '../emails.ts'

/** An address as a mail has it. `email` is as it was written: a stranger's may be one that nothing can be sent to. */
export interface MailAddress {
  /** Null where only the address stood. */
  readonly name: string | null
  readonly email: string
}

/** What people are compared by; null for an address that cannot be one. */
export const keyOf = ({ email }: Pick<MailAddress, 'email'>): string | null => {
  const read = readEmail(email)
  return 'key' in read ? read.key : null
}

export interface AddressList {
  readonly addresses: readonly MailAddress[]
  /** Entries that are no address, as they were written, and what is wrong with them. */
  readonly faults: readonly { readonly text: string; readonly fault: string }[]
}

/** No list that a person writes is longer; the parser is asked for no more. */
const longestList = 20_000

/**
 * An address list by RFC 5322: display names, quoted ones, comments, groups (their members), encoded words; `;` separates too, as people
 * type it. Every entry is checked, and one that is none is named.
 */
export const parseAddressList = (text: string): AddressList => {
  if (text.length > longestList) return { addresses: [], faults: [{ text: text.slice(0, 100), fault: 'the list is too long' }] }
  const entries = entriesOf(text)
  const addresses: MailAddress[] = []
  const faults: { text: string; fault: string }[] = entries
    .filter(hasTextAfterAddress)
    .map((entry) => ({ text: entry.join('').replace(/[,;]$/, '').trim(), fault: textAfterAddress }))
  const whole = entries.filter((entry) => !hasTextAfterAddress(entry)).flat()
  for (const { name, address } of addressParser(whole.join(''), { flatten: true }).flatMap((each) => each.group ?? [each])) {
    const read = readEmail(address)
    if ('key' in read) addresses.push({ name: name.trim() || null, email: address })
    else if (address || name) faults.push({ text: address || name, fault: read.fault })
  }
  return { addresses, faults }
}

// The parser takes what stands after an address into the name, or drops it: `Lena <lena@example.com> Yes` would go to one named "Lena Yes", and
// of two addresses without a comma between them the second would get nothing.
const textAfterAddress = 'there is text after the address (separate addresses by commas)'

/** The pieces of an entry: quoted strings, comments, an address in brackets, the sign that ends it, and what stands between. */
type Entry = readonly string[]
const piece = /"(?:\\.|[^"\\])*"?|\([^)]*\)?|<[^>]*>?|[,;:]|[^"(<,;:]+/gs

const entriesOf = (text: string): readonly Entry[] => {
  const entries: string[][] = [[]]
  for (const [found] of text.matchAll(piece)) {
    entries.at(-1)?.push(found)
    if (/^[,;:]$/.test(found)) entries.push([])
  }
  return entries
}

const hasTextAfterAddress = (entry: Entry): boolean => {
  const said = entry.filter((found) => !/^[(,;:]/.test(found) && found.trim() !== '')
  const bracket = said.findIndex((found) => found.startsWith('<'))
  if (bracket >= 0) return bracket < said.length - 1
  const bare = said.findIndex((found) => !found.startsWith('"') && /\S@\S/.test(found))
  return bare >= 0 && (bare < said.length - 1 || /\S@\S+\s+\S/.test(said[bare] ?? ''))
}

/** Each once, by what they are compared by, in their order. */
export const distinct = (addresses: readonly MailAddress[]): MailAddress[] => {
  const seen = new Set<string>()
  return addresses.filter((address) => {
    const key = keyOf(address) ?? address.email
    return !seen.has(key) && seen.add(key)
  })
}
