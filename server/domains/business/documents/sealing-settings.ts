import { X509Certificate } from 'node:crypto'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import type { Timestamps } from '#ports/timestamps.ts'
import { choice, shape } from '#shapes'
import { SigningReminders } from '../templates/reminders.ts'
import { findKeeping, KeepingYears } from './keeping.ts'
import { findSealing, TimestampRule } from './sealing.ts'

const SealSource = choice('SealSource', ['own', 'uploaded'])

const SealCertificate = shape('SealCertificate', {
  subject: z.string(),
  source: SealSource.describe('Made here, or uploaded'),
  fingerprint: z.string().describe('SHA-256, hexadecimal'),
  valid_until: z.iso.datetime(),
  root_pem: z.string().nullable().describe('The certificate that issued it'),
  retired_at: z.iso.datetime().nullable().describe('Since when another one seals'),
})

export const SealingSettings = shape('SealingSettings', {
  certificate: SealCertificate.nullable().describe('Null until the first document is made'),
  earlier: z.array(SealCertificate).describe('What sealed before and goes on verifying, newest first'),
  timestamp: TimestampRule,
  timestamp_url: z.string().nullable().describe('The workspace’s own timestamp authority'),
  has_usual_authority: z.boolean().describe('Whether the operator has set one for all workspaces'),
  long_term: z.boolean().describe('Whether seals carry what they are verified by when their authorities are gone (PAdES B-LT)'),
  allows_attesting: z.boolean().describe('Whether members may record a signature that was made elsewhere'),
  days_to_sign: z.int().describe('How long signers have where a document has no deadline of its own'),
  reminders: SigningReminders,
  contract_years: KeepingYears.describe('How long contracts are kept from their end'),
  invoice_years: KeepingYears.describe('The same of documents that are invoices'),
})

export const showSealingOf = async (
  db: Db,
  orgId: string,
  timestamps: Timestamps,
): Promise<z.output<typeof SealingSettings>> => {
  const { allowsAttesting, daysToSign, longTerm, timestamp, timestampUrl, reminders } = await findSealing(db, orgId)
  const rows = await db
    .selectFrom('seal_identities')
    .select(['subject', 'source', 'fingerprint', 'not_after', 'chain', 'retired_at'])
    .where('org_id', '=', orgId)
    .orderBy('id', 'desc')
    .execute()
  const certificates = rows.map(({ not_after, chain, retired_at, source, ...row }) => {
    const root = chain.at(-1)
    return {
      ...{ ...row, source: source as 'own', valid_until: not_after.toISOString() },
      root_pem: root === undefined ? null : new X509Certificate(Buffer.from(root, 'base64')).toString(),
      retired_at: retired_at?.toISOString() ?? null,
    }
  })
  return {
    certificate: certificates.find(({ retired_at }) => retired_at === null) ?? null,
    earlier: certificates.filter(({ retired_at }) => retired_at !== null),
    ...{ timestamp, timestamp_url: timestampUrl, has_usual_authority: timestamps.usual() !== null },
    ...{ long_term: longTerm, allows_attesting: allowsAttesting, days_to_sign: daysToSign, reminders },
    ...(await findKeeping(db, orgId)),
  }
}
