import type pg from 'pg'
import { makeKnownCredentials } from '#core/known-credentials.ts'
import type { Vault } from '#core/vault.ts'
import { kindOf } from './kinds.ts'
import { isAddress, secretOf } from './lead-sources.ts'
import type { KnownSource } from './source-kind.ts'

/** A source, and the kind that its row says: an address of one kind is none of another. */
export interface FoundSource extends KnownSource {
  readonly kind: string
}

interface Row {
  readonly id: string
  readonly org_id: string
  readonly kind: string
  readonly name: string
  readonly settings: unknown
  readonly secret_sealed: string | null
  readonly switched_off_at: Date | null
  readonly has_bare_ids: boolean
  readonly rate_per_minute: number
  readonly lead_quota_per_month: number | null
  readonly default_country: string | null
}

/** Sources that were called lately, by their address. */
export const makeKnownSources = (
  pool: pg.Pool,
  {
    vault,
    foyer,
    onChange,
  }: {
    readonly vault: Vault
    /** Asked anew: the port is known only once it is listened on. */
    readonly foyer: () => KnownSource['foyer']
    readonly onChange: (watch: (id: string) => void) => void
  },
) =>
  makeKnownCredentials<FoundSource>({
    look: async (address) => {
      const { rows } = await pool.query<Row>({
        name: 'lead_source_at',
        text: 'select * from foyer.lead_source_at($1)',
        values: [address],
      })
      const [row] = rows
      if (!row) return null
      return {
        id: row.id,
        orgId: row.org_id,
        kind: row.kind,
        name: row.name,
        settings: kindOf(row.kind).settings.parse(row.settings),
        secret: secretOf(row, vault),
        isOff: row.switched_off_at !== null,
        hasBareIds: row.has_bare_ids,
        ratePerMinute: row.rate_per_minute,
        quotaPerMonth: row.lead_quota_per_month,
        defaultCountry: row.default_country,
        foyer: foyer(),
      }
    },
    couldBe: isAddress,
    idOf: ({ id }) => id,
    onChange,
  })

export type KnownSources = ReturnType<typeof makeKnownSources>
