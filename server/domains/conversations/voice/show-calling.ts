import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { ConnectionMode, connectionOf } from '#domains/connections/connections/connections.ts'
import { usableOf } from '#domains/connections/connections/usable-connections.ts'
import { webhookAddress } from '#domains/connections/connections/webhooks.ts'
import { findSettings } from '#domains/platform/organizations/workspaces.ts'
import { nameOf } from './names.ts'
import { allowedCountries } from './routes.ts'

export const showCalling = action({
  name: 'show-calling',
  summary: 'Show whether and how you can place calls',
  who: 'member',
  transports: ['gateway'],
  effect: 'read',
  limit: { times: 600, seconds: 60 },
  input: z.object({}),
  output: z.object({
    identity: z.string().describe('The client name of your browser for calls'),
    mode: ConnectionMode.nullable().describe('Null: calls are not possible. `sandbox`: calls are simulated on this machine'),
    connection_id: z.uuid().nullable().describe('Null: no provider is connected yet; the first call connects the sandbox'),
    caller_id: z.string().nullable().describe('The number that outbound calls use and inbound calls ring'),
    calling_page: z.string().nullable().describe('Where a call is pretended, in the sandbox'),
    webhook_url: z.string().nullable().describe('Where the number and the TwiML app send their calls'),
    call_countries: z.array(z.string()).describe('As configured; empty: the default country'),
    allowed_countries: z.array(z.string()).describe('Countries whose numbers can be called'),
  }),
  errors: [],
  examples: [{ title: 'Before a call', input: {} }],

  async run(_input, { org, person, db, vault, settings }) {
    const row = await connectionOf(db, org.id, 'twilio')
    const connection = row ? usableOf(vault, row) : null
    const isSimulated = row ? connection?.mode === 'sandbox' : settings.hasSandbox
    const callerId = connection?.credentials.callerId?.reveal() ?? null
    return {
      identity: nameOf(person.id),
      mode: connection?.mode ?? (isSimulated ? 'sandbox' : null),
      connection_id: connection?.connectionId ?? null,
      caller_id: callerId,
      calling_page: isSimulated ? `${settings.publicUrl}/sandbox/twilio/call` : null,
      webhook_url: connection && webhookAddress(settings.publicUrl, 'twilio', connection.connectionId),
      call_countries: (await findSettings(db, org.id)).call_countries,
      allowed_countries: await allowedCountries(db, org.id, callerId ?? ''),
    }
  },
})
