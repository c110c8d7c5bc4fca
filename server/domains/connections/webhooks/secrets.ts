import { createHmac, randomBytes } from 'node:crypto'
import type { Vault } from '#core/vault.ts'

const prefix = 'whsec_'

/** A new signing secret by Standard Webhooks (standardwebhooks.com): `whsec_` and 32 random bytes in base64. */
export const newSecret = (): string => prefix + randomBytes(32).toString('base64')

/** What a sealed secret is bound to: it opens for its own endpoint and no other. */
export const purposeOf = (orgId: string, webhookId: string): string => `webhook ${orgId} ${webhookId}`

export const sealSecret = (vault: Vault, orgId: string, webhookId: string, secret: string): string =>
  vault.seal(secret, purposeOf(orgId, webhookId))

export const openSecret = (vault: Vault, orgId: string, webhookId: string, sealed: string): string =>
  vault.open(sealed, purposeOf(orgId, webhookId))

/**
 * The headers that prove where a body comes from, by Standard Webhooks: HMAC-SHA256 over `id.timestamp.body`, one `v1,…`
 * a secret, with a space between. `id` stays the same with every try; the time is that of the try, in whole seconds.
 */
export const signedHeaders = (
  secrets: readonly string[],
  message: { id: string; at: Date; body: string },
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> => {
  const seconds = String(Math.floor(message.at.getTime() / 1_000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${message.id}.${seconds}.${message.body}`).digest('base64')}`
  })
  return { 'webhook-id': message.id, 'webhook-timestamp': seconds, 'webhook-signature': signatures.join(' ') }
}
