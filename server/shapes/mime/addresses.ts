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
  const addresses: MailAddress[] = []
  const faults: { text: string; fault: string }[] = []
  for (const { name, address } of addressParser(text, { flatten: true }).flatMap((each) => each.group ?? [each])) {
    const read = readEmail(address)
    if ('key' in read) addresses.push({ name: name.trim() || null, email: address })
    else if (address || name) faults.push({ text: address || name, fault: read.fault })
  }
  return { addresses, faults }
}

/** Each once, by what they are compared by, in their order. */
export const distinct = (addresses: readonly MailAddress[]): MailAddress[] => {
  const seen = new Set<string>()
  return addresses.filter((address) => {
    const key = keyOf(address) ?? address.email
    return !seen.has(key) && seen.add(key)
  })
}
