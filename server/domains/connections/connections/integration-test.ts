import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import type { ExternalCallContext } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { inAction, whoseConnection } from './access-tokens.ts'
import { clearLacks, setConnectionStatus } from './connection-health.ts'
import { type Tested, testConnection } from './connection-tests.ts'
import { type ConnectionRow, findSharedConnection } from './connections.ts'
import { connectionErrors } from './errors.ts'
import { sandboxIsOff } from './settle-sandbox.ts'
import { isResting, type UsableConnection, usableOf } from './usable-connections.ts'

export const integrationTest = action({
  name: 'integration-test',
  summary: 'Test a connection with a call that changes nothing',
  description: 'A rejection or a timeout is also a result: `success` is then false, and `error` says why.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false, idempotent: true },
  callsProvider: true,
  limit: { times: 20, seconds: 60 },
  input: z.object({ connectionId: z.uuid(), orgId: z.uuid() }),
  output: z.object({
    success: z.boolean(),
    latency_ms: z.int().nullable().describe('Null when no call was made'),
    account: z.string().nullable().describe('The account, as the provider names it'),
    error: z.string().nullable(),
  }),
  errors: [connectionErrors.connection_not_found],
  examples: [
    {
      title: 'Test a connection',
      input: { connectionId: '01980000-0000-7000-8000-000000000000', orgId: '01980000-0000-7000-8000-000000000001' },
    },
  ],

  async run({ connectionId }, context) {
    const { org, inOrg, vault, fail } = context
    const row = await inOrg(({ db }) => findSharedConnection(db, org.id, connectionId))
    if (!row) throw fail('connection_not_found')
    const connection = usableOf(vault, row)
    if (!connection)
      return {
        success: false,
        latency_ms: null,
        account: row.account,
        error: isResting(row) ? sandboxIsOff : (row.last_error ?? 'Disconnected.'),
      }

    const begun = performance.now()
    const latency = (): number => Math.round(performance.now() - begun)
    try {
      const { account } = await tryOut(context, connection, row)
      const latency_ms = latency()
      await inOrg(async ({ db }) => {
        await clearLacks(db, org.id, connectionId)
        await setConnectionStatus(db, org.id, connectionId, 'connected', null)
      })
      return { success: true, latency_ms, account, error: null }
    } catch (error) {
      const reason = reasonOf(error)
      if (reason === null) throw error
      // Rejected credentials are recorded with the call; this response is only for the caller.
      return { success: false, latency_ms: latency(), account: row.account, error: reason }
    }
  },
})

const tryOut = async (context: ExternalCallContext, connection: UsableConnection, row: ConnectionRow): Promise<Tested> => {
  if (row.kind !== 'oauth') return testConnection(context.ports, connection)
  return {
    account: await whoseConnection(inAction(context), row),
    accountId: row.account_id,
    isLive: connection.mode === 'live',
  }
}

/** The reason of the failure, for people; null for unexpected ones. */
const reasonOf = (error: unknown): string | null => {
  if (error instanceof ProviderError) return error.reason
  return error instanceof Failure && ['connection_needs_consent', 'provider_unreachable'].includes(error.code)
    ? error.message
    : null
}
