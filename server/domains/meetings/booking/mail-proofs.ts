import type { Vault } from '#core/vault.ts'
import { type BookingRow, type BookingTokens, manageAddress } from './bookings.ts'

/*
 * A stranger who books with the address of another is answered the link of the booking. Only the reader of that address may say that it was
 * not them: the link in an email ends in a proof that no answer has.
 */

const version = 'v1.'
const purposeOf = ({ id, email_key: key }: Pick<BookingRow, 'id' | 'email_key'>): string => `mail of booking ${id} to ${key}`

/** The page of a booking, as its emails name it. */
export const mailedAddress = (publicUrl: string, vault: Vault, booking: BookingRow, tokens: BookingTokens): string =>
  `${manageAddress(publicUrl, tokens)}.${vault.seal('', purposeOf(booking)).slice(version.length)}`

/** The token alone, of a link with a proof or without. */
export const linkTokenOf = (token: string): string => token.split('.', 1)[0] ?? ''

/** Whether a link came with an email to the booker's address. */
export const isFromMail = (vault: Vault, booking: Pick<BookingRow, 'id' | 'email_key'>, token: string): boolean => {
  const proof = token.slice(linkTokenOf(token).length + 1)
  if (booking.email_key === null || !/^[\w-]{16}\.[\w-]{22}$/.test(proof)) return false
  try {
    vault.open(version + proof, purposeOf(booking))
    return true
  } catch {
    return false
  }
}
