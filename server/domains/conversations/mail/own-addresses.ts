import type { Db } from '#core/context.ts'
import { isForEverybody } from '#domains/crm/companies/mail-domains.ts'
import { keyOf } from '#shapes/mime/addresses.ts'

/** Addresses and domains with which a mail is among ourselves. */
export interface OwnAddresses {
  readonly addresses: ReadonlySet<string>
  readonly domains: ReadonlySet<string>
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
    .flatMap(({ email, aliases }) => [email, ...(aliases ?? [])])
    .flatMap((email) => keyOf({ email }) ?? [])
  const read = rows.filter(({ id }) => id === mailboxId).flatMap(({ email }) => keyOf({ email }) ?? [])
  const domains = proven.map(domainOf).filter((domain) => !isForEverybody(domain))
  return { addresses: new Set([...proven, ...read]), domains: new Set(domains) }
}

const domainOf = (address: string): string => {
  const key = keyOf({ email: address }) ?? ''
  return key.slice(key.lastIndexOf('@') + 1)
}

/** Whether the owner keeps mail with an address to themselves: by the address, or by its domain. */
export const isExcluded = (key: string, excluded: readonly string[]): boolean =>
  excluded.some((entry) => entry === key || key.endsWith(`@${entry}`) || key.endsWith(`.${entry}`))
