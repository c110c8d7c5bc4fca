import type pg from 'pg'
import { z } from 'zod'
import { makeKnownCredentials } from '#core/known-credentials.ts'
import type { Vault } from '#core/vault.ts'
import { Trigger } from './definition.ts'
import { hashOfToken, isHookToken, sealOf } from './workflow-hooks.ts'

export type WebhookTrigger = Extract<Trigger, { kind: 'webhook' }>

/** The workflow behind an address, as far as a request must know it before its body is read. */
export interface KnownHook {
  readonly orgId: string
  readonly workflowId: string
  /** Of an address that was replaced: after this it leads nowhere. */
  readonly until: Date | null
  readonly secret: string
  readonly oldSecret: { readonly text: string; readonly until: Date } | null
  /** Of the published version; null where none is, or it starts by something else. */
  readonly trigger: WebhookTrigger | null
  readonly ratePerMinute: number
}

interface Row {
  readonly org_id: string
  readonly workflow_id: string
  readonly until: Date | null
  readonly secret_sealed: string
  readonly old_secret_sealed: string | null
  readonly old_secret_until: Date | null
  readonly trigger: unknown
  readonly rate_per_minute: number
}

/** Addresses that were called lately, by their token. */
export const makeKnownHooks = (
  pool: pg.Pool,
  { vault, onChange }: { readonly vault: Vault; readonly onChange: (watch: (id: string) => void) => void },
) =>
  makeKnownCredentials<KnownHook>({
    look: async (token) => {
      const { rows } = await pool.query<Row>({
        name: 'find_workflow_hook',
        text: 'select * from foyer.find_workflow_hook($1)',
        values: [hashOfToken(token)],
      })
      return rows[0] ? knownOf(rows[0], vault) : null
    },
    couldBe: isHookToken,
    idOf: ({ workflowId }) => workflowId,
    onChange,
  })

export type KnownHooks = ReturnType<typeof makeKnownHooks>

const knownOf = (row: Row, vault: Vault): KnownHook => {
  const trigger = z.nullable(Trigger).parse(row.trigger)
  const open = (sealed: string): string => vault.open(sealed, sealOf(row.workflow_id))
  return {
    ...{ orgId: row.org_id, workflowId: row.workflow_id, until: row.until, ratePerMinute: row.rate_per_minute },
    secret: open(row.secret_sealed),
    oldSecret:
      row.old_secret_sealed !== null && row.old_secret_until !== null
        ? { text: open(row.old_secret_sealed), until: row.old_secret_until }
        : null,
    trigger: trigger?.kind === 'webhook' ? trigger : null,
  }
}
