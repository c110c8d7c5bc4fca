import type { Db } from '#core/context.ts'
import type { MailboxRow } from '#domains/connections/mailboxes/mailboxes.ts'
import { isForEverybody } from '#domains/crm/companies/mail-domains.ts'
import { keyOf } from '#shapes/mime/addresses.ts'
import { type MailRow, peopleOf } from './mails.ts'

/** Addresses and domains with which a mail is among ourselves. */
export interface OwnAddresses {
  readonly addresses: ReadonlySet<string>
  readonly domains: ReadonlySet<string>
  /** Those of the one mailbox: its own, and what its provider confirms. */
  readonly ofMailbox: ReadonlySet<string>
}

/**
 * The addresses of all mailboxes of a workspace with what their providers confirm, and the domains of those that are no one's in
 * particular (not gmail.com). The address of a typed server is its owner's claim: it counts where the owner signs in to Foyer with an
 * address of that domain, and otherwise for that mailbox alone. Else a claim would hide a customer's mail from everyone.
 */
export const findOwnAddresses = async (db: Db, orgId: string, mailboxId: string | null): Promise<OwnAddresses> => {
  const rows = await db
    .selectFrom('mailboxes')
    .leftJoin('mailbox_readings', (join) =>
      join.onRef('mailbox_readings.org_id', '=', 'mailboxes.org_id').onRef('mailbox_readings.id', '=', 'mailboxes.id'),
    )
    .innerJoin('directory.people as p', 'p.id', 'mailboxes.person_id')
    .select(['mailboxes.id', 'mailboxes.provider', 'mailboxes.email', 'mailbox_readings.aliases', 'p.email as sign_in_email'])
    .where('mailboxes.org_id', '=', orgId)
    .where('mailboxes.ended_at', 'is', null)
    .execute()
  const proven = rows
    .filter(({ provider, email, sign_in_email }) => provider === 'google' || domainOf(email) === domainOf(sign_in_email))
    .flatMap(({ email, aliases }) => keysOf([email, ...(aliases ?? [])]))
  const read = rows.filter(({ id }) => id === mailboxId)
  const ofMailbox = read.flatMap(({ email, aliases }) => keysOf([email, ...(aliases ?? [])]))
  const domains = proven.map(domainOf).filter((domain) => !isForEverybody(domain))
  return { addresses: new Set([...proven, ...ofMailbox]), domains: new Set(domains), ofMailbox: new Set(ofMailbox) }
}

/** Whether it is of us. */
export const isOwn = (key: string, { addresses, domains }: OwnAddresses): boolean =>
  addresses.has(key) || domains.has(key.slice(key.lastIndexOf('@') + 1))

/** The addresses of a mailbox: its own first, then those that its provider confirms. */
export const findAddressesOf = async (db: Db, orgId: string, { id, email }: MailboxRow): Promise<string[]> => {
  const reading = await db
    .selectFrom('mailbox_readings')
    .select('aliases')
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst()
  return [email, ...(reading?.aliases ?? [])]
}

export const keysOf = (emails: readonly string[]): string[] => emails.flatMap((email) => keyOf({ email }) ?? [])

const domainOf = (address: string): string => {
  const key = keyOf({ email: address }) ?? ''
  return key.slice(key.lastIndexOf('@') + 1)
}

type People = Pick<MailRow, 'from_email'> & { readonly to_list: unknown; readonly cc_list: unknown; readonly bcc_list: unknown }

/** Whether its owner keeps a mail to themselves: one of those it is with, other than the owner, is on the list by address or by domain. */
export const isKept = (mail: People, { email, excluded }: Pick<MailboxRow, 'email' | 'excluded'>): boolean => {
  if (excluded.length === 0) return false
  const others = [mail.to_list, mail.cc_list, mail.bcc_list].flatMap(peopleOf).map((person) => person.email)
  return keysOf([...(mail.from_email === null ? [] : [mail.from_email]), ...others]).some(
    (key) => key !== keyOf({ email }) && isExcluded(key, excluded),
  )
}

/** Whether an address is on the list of those that an owner keeps to themselves, by itself or by its domain. */
export const isExcluded = (key: string, excluded: readonly string[]): boolean => excluded.some((entry) => isOf(key, entry))

const isOf = (key: string, entry: string): boolean => entry === key || key.endsWith(`@${entry}`) || key.endsWith(`.${entry}`)
