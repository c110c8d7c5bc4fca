import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '#core/context.ts'
import type { Vault } from '#core/vault.ts'
import type { Paper, SealIdentity } from '#ports/paper.ts'
import { choice } from '#shapes'
import { type Reminders, remindersOf, usualReminders } from '../templates/reminders.ts'
import { openSealKey, type StoredIdentity, sealOf, validityOf } from './seal-problems.ts'

/** Whether seals carry a timestamp: nothing is sealed without one, or what waited a quarter of an hour is, or none is asked for. */
export const TimestampRule = choice('TimestampRule', ['required', 'preferred', 'none'])

/** What a workspace seals with, and how. */
export interface Sealing {
  readonly timestamp: z.output<typeof TimestampRule>
  readonly timestampUrl: string | null
  /** Whether seals carry what they are verified by when their authorities are gone (PAdES B-LT). */
  readonly longTerm: boolean
  readonly allowsAttesting: boolean
  readonly daysToSign: number
  readonly reminders: Reminders
  /** Null until the first document is made. */
  readonly identity: StoredIdentity | null
}

const daysToSignUsually = 30
/** No document waits longer for its signers. */
export const longestMs = 365 * 86_400_000
/** Of a certificate that we make: contracts of the next decade end before it. */
const yearsOfIdentity = 15

export const findSealing = async (db: Db, orgId: string): Promise<Sealing> => {
  const settings = await db.selectFrom('sealing_settings').selectAll().where('org_id', '=', orgId).executeTakeFirst()
  const identity = await db
    .selectFrom('seal_identities')
    .select(['id', 'subject', 'fingerprint', 'not_before as notBefore', 'not_after as notAfter', 'key_sealed as keySealed'])
    .where('org_id', '=', orgId)
    .where('retired_at', 'is', null)
    .executeTakeFirst()
  return {
    timestamp: (settings?.timestamp ?? 'none') as Sealing['timestamp'],
    timestampUrl: settings?.timestamp_url ?? null,
    longTerm: settings?.long_term ?? false,
    allowsAttesting: settings?.allows_attesting ?? true,
    daysToSign: settings?.days_to_sign ?? daysToSignUsually,
    reminders: settings ? remindersOf(settings) : usualReminders,
    identity: identity ?? null,
  }
}

/** Until when a document of that moment can be signed that has no deadline of its own. */
export const usualEnd = ({ daysToSign }: Pick<Sealing, 'daysToSign'>, at: Date): Date =>
  new Date(at.getTime() + daysToSign * 86_400_000)

/**
 * Gives a workspace a root of its own and a certificate under it, once: of two that are made at once the first counts. `made` is worked out
 * before, outside any transaction.
 */
export const keepIdentity = (
  db: Db,
  orgId: string,
  given: { made: SealIdentity; id: string; paper: Paper; vault: Vault },
): Promise<void> => enterIdentity(db, orgId, { ...given, source: 'own', personId: null })

/** Enters what a workspace seals with from now on; where there is one already, nothing. */
export const enterIdentity = async (
  db: Db,
  orgId: string,
  {
    made,
    id,
    paper,
    vault,
    source,
    personId,
  }: {
    made: SealIdentity
    id: string
    paper: Paper
    vault: Vault
    source: 'own' | 'uploaded'
    personId: string | null
  },
): Promise<void> => {
  const [leaf] = made.chain
  if (!leaf) throw new Error('an identity without a certificate')
  const facts = paper.factsOf(leaf)
  const { notBefore, notAfter } = validityOf(paper, made.chain)
  await db
    .insertInto('seal_identities')
    .values({
      ...{ org_id: orgId, id, source, made_by: personId, subject: facts.subject, fingerprint: facts.fingerprint },
      chain: made.chain.map((each) => each.toString('base64')),
      crl: made.crl?.toString('base64') ?? null,
      key_sealed: vault.seal(made.privateKey.toString('base64'), sealOf(id)),
      ...{ not_before: notBefore, not_after: notAfter },
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export const makeIdentityFor = (paper: Paper, organization: string, at: Date): Promise<SealIdentity> =>
  paper.makeIdentity({ organization, at, years: yearsOfIdentity })

const certificatesOf = ({ chain, crl }: { readonly chain: readonly string[]; readonly crl: string | null }) => ({
  chain: chain.map((each) => Buffer.from(each, 'base64')),
  ...(crl !== null && { crl: Buffer.from(crl, 'base64') }),
})

/** What seals now, with its key. Throws SealBlocked where the key cannot be decrypted. */
export const openIdentity = async (db: Db, orgId: string, vault: Vault): Promise<SealIdentity> => {
  const row = await db
    .selectFrom('seal_identities')
    .select(['id', 'chain', 'crl', 'key_sealed'])
    .where('org_id', '=', orgId)
    .where('retired_at', 'is', null)
    .executeTakeFirstOrThrow()
  return {
    ...certificatesOf(row),
    privateKey: Buffer.from(openSealKey(vault, { id: row.id, keySealed: row.key_sealed }), 'base64'),
  }
}

/** The certificates of what seals now, without its key; null where nothing does yet. */
export const findChainOfIdentity = async (db: Db, orgId: string): Promise<Pick<SealIdentity, 'chain' | 'crl'> | null> => {
  const row = await db
    .selectFrom('seal_identities')
    .select(['chain', 'crl'])
    .where('org_id', '=', orgId)
    .where('retired_at', 'is', null)
    .executeTakeFirst()
  return row ? certificatesOf(row) : null
}

/** The roots of all certificates that a workspace has ever sealed with (DER). */
export const findRoots = async (db: Db, orgId: string): Promise<Buffer[]> => {
  const rows = await db.selectFrom('seal_identities').select('chain').where('org_id', '=', orgId).execute()
  return rows.flatMap(({ chain }) => {
    const root = chain.at(-1)
    return root === undefined ? [] : [Buffer.from(root, 'base64')]
  })
}

/** The clock of the database, in milliseconds, as the evidence says it. */
export const clockOf = async (db: Db): Promise<Date> => {
  const { rows } = await sql<{ at: Date }>`select date_trunc('milliseconds', clock_timestamp()) as at`.execute(db)
  return rows[0]?.at as Date
}
