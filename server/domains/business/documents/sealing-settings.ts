import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { shape } from '#shapes'
import { SigningReminders } from '../templates/reminders.ts'
import { findSealing } from './sealing.ts'

export const SealingSettings = shape('SealingSettings', {
  certificate: shape('SealCertificate', {
    subject: z.string(),
    fingerprint: z.string().describe('SHA-256, hexadecimal'),
    valid_until: z.iso.datetime(),
    root_pem: z.string().nullable().describe('The certificate that issued it'),
  })
    .nullable()
    .describe('Null until the first document is made'),
  allows_attesting: z.boolean().describe('Whether members may record a signature that was made elsewhere'),
  days_to_sign: z.int().describe('How long signers have where a document has no deadline of its own'),
  reminders: SigningReminders,
})

export const showSealingOf = async (db: Db, orgId: string): Promise<z.output<typeof SealingSettings>> => {
  const { identity, allowsAttesting, daysToSign, reminders } = await findSealing(db, orgId)
  return {
    certificate: identity && {
      subject: identity.subject,
      fingerprint: identity.fingerprint,
      valid_until: identity.notAfter.toISOString(),
      root_pem: await findRootPem(db, orgId, identity.id),
    },
    allows_attesting: allowsAttesting,
    days_to_sign: daysToSign,
    reminders,
  }
}

const findRootPem = async (db: Db, orgId: string, id: string): Promise<string | null> => {
  const row = await db
    .selectFrom('seal_identities')
    .select('chain')
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst()
  const root = row?.chain.at(-1)
  return root === undefined ? null : pemOf(root)
}

/** In lines of 64, as every program reads it (RFC 7468). */
const pemOf = (base64: string): string =>
  ['-----BEGIN CERTIFICATE-----', ...(base64.match(/.{1,64}/g) ?? []), '-----END CERTIFICATE-----', ''].join('\n')
