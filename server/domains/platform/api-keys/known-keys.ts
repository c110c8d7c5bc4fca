import type pg from 'pg'
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

interface Entry {
  key: KnownKey | null
  readAtMs: number
  reading: Promise<KnownKey | null> | undefined
}

/** After this long an entry is read again behind the request that uses it … */
const staleMs = 400
/** … and after this long before it: a revoked key is refused everywhere within a second, also when no hint came. */
const oldMs = 900
const maxEntries = 20_000

/**
 * Keys that were seen lately, by their text: 0.1 µs for one that is known, one look-up for one that is not.
 * Unknown keys are remembered too, so that guessing costs the database one question a second at the most.
 */
export const makeKnownKeys = (pool: pg.Pool, onKeyChange: (watch: (keyId: string) => void) => void) => {
  const entries = new Map<string, Entry>()

  onKeyChange((keyId) => {
    for (const entry of entries.values())
      if (keyId === '*' || entry.key?.keyId === keyId) entry.readAtMs = Number.NEGATIVE_INFINITY
  })

  /** The key behind a bearer text, null when there is none. Waits only when what is known is too old. */
  const find = (text: string): KnownKey | null | Promise<KnownKey | null> => {
    const nowMs = performance.now()
    let entry = entries.get(text)
    if (entry === undefined) {
      if (readKey(text) === null) return null
      if (entries.size >= maxEntries) entries.clear()
      entry = { key: null, readAtMs: Number.NEGATIVE_INFINITY, reading: undefined }
      entries.set(text, entry)
    }
    const ageMs = nowMs - entry.readAtMs
    if (ageMs > oldMs) return read(text, entry)
    if (ageMs > staleMs && entry.reading === undefined) read(text, entry).catch(() => {})
    return entry.key
  }

  const read = (text: string, entry: Entry): Promise<KnownKey | null> => {
    entry.reading ??= look(text)
      .then((key) => {
        entry.key = key
        return key
      })
      .finally(() => {
        entry.reading = undefined
      })
    return entry.reading
  }

  const look = async (text: string): Promise<KnownKey | null> => {
    const askedAtMs = performance.now()
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
    const entry = entries.get(text)
    // The age counts from the question, not from the answer: what changed in between is not known yet.
    if (entry) entry.readAtMs = askedAtMs
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

  return { find }
}

export type KnownKeys = ReturnType<typeof makeKnownKeys>
