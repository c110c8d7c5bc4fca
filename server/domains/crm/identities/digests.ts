import { hash } from 'node:crypto'

/**
 * What an external_id or a contact is found by: the first 16 bytes of SHA-256 over organization, kind and value, as the
 * text of a PostgreSQL uuid. `value` is the normalised one (email_key, phone_key), or the external_id to the letter.
 * An organization's id has a fixed length and a kind has no colon, so no two inputs run together.
 */
export function digest16(orgId: string, kind: 'external_id' | 'email' | 'phone' | 'whatsapp', value: string): string {
  const hex = hash('sha256', `${orgId}:${kind}:${value}`, 'hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`
}
