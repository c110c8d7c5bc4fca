import { hash } from 'node:crypto'
import { foldCase } from '#core/search.ts'
import { domainOfEmail } from '#domains/crm/companies/companies.ts'
import { readEmail } from '#shapes/emails.ts'

/** Why two contacts may be one person, the surest first. None of them proves it. */
export const duplicateReasons = ['mailbox', 'phone', 'name_company', 'name_domain'] as const
export type DuplicateReason = (typeof duplicateReasons)[number]

export interface Compared {
  readonly full_name: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly company: string | null
}

export interface MatchKey {
  readonly key: string
  readonly reason: DuplicateReason
}

/** National numbers are told apart by so many digits; a country code before them may be missing or wrong. */
const digitsThatCount = 9
/** A shorter name is that of too many. */
const leastLetters = 5

/** What a record is compared by: each key as a digest, so that nothing of the person stands in the index. */
export const matchKeysOf = (orgId: string, { full_name, email, phone, company }: Compared): MatchKey[] => {
  const mailbox = email === null ? null : mailboxOf(email)
  const digits = phone?.replaceAll(/\D/g, '') ?? ''
  const name = full_name === null ? null : nameKey(full_name)
  const [employer, domain] = [company === null ? '' : plain(company), domainOfEmail(email)]
  const keys: (MatchKey | null)[] = [
    mailbox === null ? null : matchKey(orgId, 'mailbox', mailbox),
    digits.length < digitsThatCount ? null : matchKey(orgId, 'phone', digits.slice(-digitsThatCount)),
    name === null || employer === '' ? null : matchKey(orgId, 'name_company', `${name}|${employer}`),
    name === null || domain === null ? null : matchKey(orgId, 'name_domain', `${name}|${domain}`),
  ]
  return keys.filter((key) => key !== null)
}

const matchKey = (orgId: string, reason: DuplicateReason, value: string): MatchKey => ({
  key: keyOf(orgId, reason, value),
  reason,
})

/** The digest of a value by which records of a workspace are compared. */
export const keyOf = (orgId: string, of: string, value: string): string => {
  const hex = hash('sha256', `${orgId}:${of}:${value}`, 'hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`
}

/** Without what comes behind a plus; at Gmail, which passes over them, without dots. Two people may still share it. */
const mailboxOf = (email: string): string | null => {
  const read = readEmail(email.trim())
  if (!('key' in read)) return null
  const [local = '', domain = ''] = read.key.split('@')
  const bare = local.split('+')[0] ?? local
  if (bare === '') return read.key
  return domain === 'gmail.com' || domain === 'googlemail.com' ? `${bare.replaceAll('.', '')}@gmail.com` : `${bare}@${domain}`
}

/** Words in any order: `Rao, Maya` is Maya Rao. Null for one word, and for short ones. */
const nameKey = (name: string): string | null => {
  const words = wordsOf(name)
  return words.length < 2 || words.join('').length < leastLetters ? null : words.toSorted().join(' ')
}

const plain = (text: string): string => wordsOf(text).join(' ')

/** Without case, marks and all that is neither letter nor digit. */
export const wordsOf = (text: string): string[] =>
  foldCase(text)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
