import { X509Certificate } from 'node:crypto'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import type { Vault } from '#core/vault.ts'
import type { Timestamps } from '#ports/timestamps.ts'
import { choice, shape } from '#shapes'
import { sha256Of } from '#shapes/sha256.ts'
import { SigningReminders } from '../templates/reminders.ts'
import { CodeTemplate, findCodeTemplate } from './code-templates.ts'
import { findKeeping, KeepingYears } from './keeping.ts'
import { SealingProblem, sealProblem } from './seal-problems.ts'
import { clockOf, findSealing, TimestampRule, usualEnd } from './sealing.ts'
import { authorityMissing, authorityOf } from './stamping.ts'

const SealSource = choice('SealSource', ['own', 'uploaded'])

const SealCertificate = shape('SealCertificate', {
  subject: z.string(),
  source: SealSource.describe('Made here, or uploaded'),
  fingerprint: z.string().describe('SHA-256, hexadecimal'),
  valid_until: z.iso.datetime(),
  root_pem: z.string().nullable().describe('The certificate that issued it'),
  root_fingerprint: z
    .string()
    .nullable()
    .describe('SHA-256 of the root, hexadecimal: what `foyer verify` shows, and who verifies a document asks the sender for'),
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
  code_template: CodeTemplate.nullable().describe('The WhatsApp template by which codes go to signers; null: none do'),
  contract_years: KeepingYears.describe('How long contracts are kept from their end'),
  invoice_years: KeepingYears.describe('The same of documents that are invoices'),
  problem: SealingProblem.nullable().describe('Why documents that are sent now could not be sealed'),
})

/** What a workspace seals with, in its transaction, and how it is told. */
interface Showing {
  readonly db: Db
  readonly org: { readonly id: string }
  readonly ports: { readonly timestamps: Timestamps }
  readonly vault: Vault
}

/** Why a document that is sent now, and has the usual deadline, could not be sealed; null where it can. No authority is asked. */
export const findSealingProblem = async ({ db, org, ports, vault }: Showing): Promise<SealingProblem | null> => {
  const [sealing, at] = [await findSealing(db, org.id), await clockOf(db)]
  if (sealing.timestamp === 'required' && authorityOf(sealing, ports.timestamps) === null)
    return { code: 'authority_missing', says: authorityMissing }
  return sealProblem(sealing, vault, { at, endsAt: usualEnd(sealing, at) })
}

export const showSealingOf = async (showing: Showing): Promise<z.output<typeof SealingSettings>> => {
  const { db, org, ports } = showing
  const { allowsAttesting, daysToSign, longTerm, timestamp, timestampUrl, reminders } = await findSealing(db, org.id)
  const rows = await db
    .selectFrom('seal_identities')
    .select(['subject', 'source', 'fingerprint', 'not_after', 'chain', 'retired_at'])
    .where('org_id', '=', org.id)
    .orderBy('id', 'desc')
    .execute()
  const certificates = rows.map(({ not_after, chain, retired_at, source, ...row }) => {
    const [root] = chain.slice(-1).map((each) => Buffer.from(each, 'base64'))
    return {
      ...{ ...row, source: source as 'own', valid_until: not_after.toISOString() },
      root_pem: root === undefined ? null : new X509Certificate(root).toString(),
      root_fingerprint: root === undefined ? null : sha256Of(root).toString('hex'),
      retired_at: retired_at?.toISOString() ?? null,
    }
  })
  return {
    certificate: certificates.find(({ retired_at }) => retired_at === null) ?? null,
    earlier: certificates.filter(({ retired_at }) => retired_at !== null),
    ...{ timestamp, timestamp_url: timestampUrl, has_usual_authority: ports.timestamps.usual() !== null },
    ...{ long_term: longTerm, allows_attesting: allowsAttesting, days_to_sign: daysToSign, reminders },
    code_template: await findCodeTemplate(db, org.id),
    ...(await findKeeping(db, org.id)),
    problem: await findSealingProblem(showing),
  }
}
