import type { LeadDetail } from '#web/wire.ts'

/** One field of a lead: what came, and what is stored. */
export interface Reading {
  readonly field: ReadField
  /** The member of the body that it was read from; null when nothing came. */
  readonly member: string | null
  readonly received: string | null
  readonly stored: string | null
  /** `same` to the letter · `tidied` · `default`: nothing came, something is stored · `unread`: a phone kept as text. */
  readonly how: 'same' | 'tidied' | 'default' | 'unread' | 'absent'
}

export type ReadField =
  | 'full_name'
  | 'email'
  | 'phone'
  | 'company'
  | 'job_title'
  | 'source'
  | 'external_id'
  | 'linkedin_url'
  | 'note'

/** The names under which a field may come; the first that is not blank wins. */
const aliases: Record<ReadField, readonly string[]> = {
  full_name: ['name', 'full_name'],
  email: ['email'],
  phone: ['phone'],
  company: ['company'],
  job_title: ['title', 'job_title'],
  source: ['source'],
  external_id: ['external_id'],
  linkedin_url: ['linkedin_url'],
  note: ['note'],
}

/** Field by field, in the order of a business card. `body`: the members that came; null where there is no JSON body. */
export const readingsOf = (lead: LeadDetail, body: Readonly<Record<string, unknown>> | null): Reading[] =>
  (Object.keys(aliases) as ReadField[]).map((field) => {
    const member = aliases[field].find((name) => !isBlank(body?.[name])) ?? null
    const received = member === null ? null : asText(body?.[member])
    const stored = field === 'phone' ? (lead.phone_e164 ?? lead.phone) : lead[field]
    return { field, member, received, stored, how: howOf(lead, field, received, stored) }
  })

const howOf = (lead: LeadDetail, field: ReadField, received: string | null, stored: string | null): Reading['how'] => {
  if (stored === null) return 'absent'
  if (field === 'phone' && lead.phone_e164 === null) return 'unread'
  if (received === null) return 'default'
  return received === stored ? 'same' : 'tidied'
}

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
