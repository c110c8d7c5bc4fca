import { z } from 'zod'
import type { Vault } from '#core/vault.ts'
import { type CircuitBreakers, circuitStates } from '#ports/circuit-breakers.ts'
import { lackOf } from './connection-health.ts'
import { ConnectionMode, type ConnectionRow, ConnectionStatus } from './connections.ts'
import { openableCredentials } from './credentials.ts'
import { ProviderCall, type ProviderCallRow, showProviderCall } from './provider-calls.ts'
import { ProviderName, titleOf, webhookOf } from './providers.ts'
import { sandboxIsOff } from './settle-sandbox.ts'
import { isResting } from './usable-connections.ts'
import { webhookAddress, webhookStateOf, webhookStates } from './webhooks.ts'

/** A connection as Settings shows it. Its credentials are in none of this. */
export const Connection = z.object({
  id: z.uuid(),
  provider: z.string(),
  title: z.string(),
  kind: z.enum(['key', 'oauth']),
  status: ConnectionStatus.describe(
    '`needs_reauth`: somebody must consent again. `error`: the credentials are refused, or it is of a sandbox that is switched off',
  ),
  mode: ConnectionMode.describe('`test`: the provider’s own test money. `sandbox`: nothing leaves this machine'),
  account: z.string().nullable().describe('Whose it is, in the provider’s words'),
  scopes: z.array(z.string()),
  connected_at: z.iso.datetime(),
  watched_until: z.iso
    .datetime()
    .nullable()
    .describe('Disconnected, and its credentials are kept to end or watch what can still be paid: until then at the latest'),
  expires_at: z.iso.datetime().nullable().describe('Of the access token, which is renewed by itself'),
  last_error: z.string().nullable(),
  last_call: ProviderCall.pick({ at: true, operation: true, outcome: true, status: true, ms: true }).nullable(),
  circuit: z
    .enum(circuitStates)
    .describe('`open`: it failed again and again, and is left alone for a moment. As this process of Foyer sees it'),
  webhook_url: z.string().nullable().describe('Where the provider sends its webhooks'),
  webhook_state: z
    .enum(webhookStates)
    .nullable()
    .describe('`by_hand`: register `webhook_url` on the provider’s own pages, then store the secret with connect-provider'),
})

export const showConnection = (
  row: ConnectionRow,
  lastCall: ProviderCallRow | undefined,
  {
    vault,
    ports,
    settings,
  }: {
    readonly vault: Vault
    readonly ports: { readonly circuitBreakers: CircuitBreakers }
    readonly settings: { readonly publicUrl: string }
  },
): z.output<typeof Connection> => {
  const call = lastCall && showProviderCall(lastCall)
  return {
    id: row.id,
    provider: row.provider,
    title: titleOf(row.provider),
    kind: row.kind === 'oauth' ? 'oauth' : 'key',
    status: isResting(row) || row.lacks.length > 0 ? 'error' : ConnectionStatus.parse(row.status),
    mode: ConnectionMode.parse(row.mode),
    account: row.account,
    scopes: row.scopes,
    connected_at: row.connected_at.toISOString(),
    watched_until: row.watched_until?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
    last_error: isResting(row) ? sandboxIsOff : row.lacks.length > 0 ? lackOf(row.lacks) : row.last_error,
    last_call: call
      ? { at: call.at, operation: call.operation, outcome: call.outcome, status: call.status, ms: call.ms }
      : null,
    circuit: ports.circuitBreakers.stateOf({ orgId: row.org_id, provider: row.provider }),
    webhook_url:
      webhookOf(row.provider) === null ? null : webhookAddress(settings.publicUrl, ProviderName.parse(row.provider), row.id),
    webhook_state: webhookStateOf(row, openableCredentials(vault, row)),
  }
}
