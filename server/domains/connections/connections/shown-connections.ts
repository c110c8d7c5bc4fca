import { z } from 'zod'
import type { Vault } from '#core/vault.ts'
import { type CircuitBreakers, circuitStates } from '#ports/circuit-breakers.ts'
import { choice, shape } from '#shapes'
import { lackOf } from './connection-health.ts'
import { ConnectionMode, type ConnectionRow, ConnectionStatus } from './connections.ts'
import { openableCredentials } from './credentials.ts'
import { ProviderCall, type ProviderCallRow, showProviderCall } from './provider-calls.ts'
import { ConnectionKind, ProviderName, titleOf, webhookOf } from './providers.ts'
import { sandboxIsOff } from './settle-sandbox.ts'
import { isResting } from './usable-connections.ts'
import { webhookAddress, webhookStateOf, webhookStates } from './webhooks.ts'

/** A connection as Settings shows it. Its credentials are in none of this. */
export const Connection = shape('Connection', {
  id: z.uuid(),
  provider: z.string(),
  title: z.string(),
  kind: ConnectionKind,
  status: ConnectionStatus.describe(
    '`needs_reauth`: a user must consent again. `error`: the credentials are rejected, or the sandbox it uses is turned off',
  ),
  mode: ConnectionMode.describe('`test`: the provider’s test mode. `sandbox`: simulated on this machine'),
  account: z.string().nullable().describe('The account, as the provider names it'),
  scopes: z.array(z.string()),
  connected_at: z.iso.datetime(),
  watched_until: z.iso
    .datetime()
    .nullable()
    .describe('Disconnected, with its credentials kept at most until then to close or poll checkouts that can still be paid'),
  expires_at: z.iso.datetime().nullable().describe('Expiry of the access token, which is renewed automatically'),
  last_error: z.string().nullable(),
  last_call: ProviderCall.pick({ at: true, operation: true, outcome: true, status: true, ms: true }).nullable(),
  circuit: choice('CircuitState', circuitStates).describe(
    '`open`: the circuit breaker is open after repeated failures. As seen by this Foyer process',
  ),
  webhook_url: z.string().nullable().describe('Where the provider sends its webhooks'),
  webhook_state: choice('InboundWebhookState', webhookStates)
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
    circuit: ports.circuitBreakers.stateOf({ orgId: row.org_id, provider: row.provider, connectionId: row.id }),
    webhook_url:
      webhookOf(row.provider) === null ? null : webhookAddress(settings.publicUrl, ProviderName.parse(row.provider), row.id),
    webhook_state: webhookStateOf(row, openableCredentials(vault, row)),
  }
}
