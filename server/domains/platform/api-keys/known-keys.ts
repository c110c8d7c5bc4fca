import type pg from 'pg'
import { makeKnownCredentials } from '#core/known-credentials.ts'
import { hashKey, readKey } from './keys.ts'

/** A key as the intake path must know it, with what its workspace sets. */
export interface KnownKey {
  readonly keyId: string
  readonly orgId: string
  readonly scopes: readonly string[]
  readonly ratePerMinute: number
  readonly quotaPerMonth: number | null
  readonly defaultCountry: string | null
  readonly expiresAtMs: number | null
  readonly revoked: boolean
}

/** Keys that were seen lately. */
export const makeKnownKeys = (pool: pg.Pool, onKeyChange: (watch: (keyId: string) => void) => void) =>
  makeKnownCredentials<KnownKey>({
    look: (text) => findKey(pool, text),
    couldBe: (text) => readKey(text) !== null,
    idOf: ({ keyId }) => keyId,
    onChange: onKeyChange,
  })

export type KnownKeys = ReturnType<typeof makeKnownKeys>

const findKey = async (pool: pg.Pool, text: string): Promise<KnownKey | null> => {
  const { rows } = await pool.query<{
    key_id: string
    org_id: string
    scopes: string[]
    expires_at: Date | null
    revoked_at: Date | null
    rate_per_minute: number
    lead_quota_per_month: number | null
    default_country: string | null
  }>({ name: 'find_key', text: 'select * from foyer.find_key($1)', values: [hashKey(text)] })
  const row = rows[0]
  if (!row) return null
  return {
    keyId: row.key_id,
    orgId: row.org_id,
    scopes: row.scopes,
    ratePerMinute: row.rate_per_minute,
    quotaPerMonth: row.lead_quota_per_month,
    defaultCountry: row.default_country,
    expiresAtMs: row.expires_at?.getTime() ?? null,
    revoked: row.revoked_at !== null,
  }
}
