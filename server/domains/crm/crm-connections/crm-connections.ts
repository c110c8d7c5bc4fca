import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { ConnectionMode, ConnectionStatus, findConnections } from '#domains/connections/connections/connections.ts'
import { providersWithClient } from '#domains/connections/connections/oauth-clients.ts'
import { ConnectionKind, providerOf } from '#domains/connections/connections/providers.ts'
import { sandboxIsOff } from '#domains/connections/connections/settle-sandbox.ts'
import { isResting } from '#domains/connections/connections/usable-connections.ts'
import { shape } from '#shapes'
import { CrmProvider, isCrm } from './crm-providers.ts'
import { lastSyncs } from './moments.ts'

/** So long a connection that was ended still stands in the list. */
const shownDays = 30

const CrmConnection = shape('CrmConnection', {
  id: z.uuid(),
  provider: CrmProvider,
  status: ConnectionStatus,
  last_sync: z.iso.datetime().nullable().describe('When a synchronization last ended; null before the first'),
  connected_at: z.iso.datetime(),
  kind: ConnectionKind,
  mode: ConnectionMode,
  account: z.string().nullable().describe('The account, as the CRM names it'),
  last_error: z.string().nullable(),
})

const AvailableCrm = shape('AvailableCrm', {
  provider: CrmProvider,
  title: z.string(),
  about: z.string(),
  can_consent: z.boolean().describe('Foyer has an OAuth client there, or the sandbox plays it'),
  is_simulated: z.boolean().describe('A consent now is one at the sandbox'),
  has_test_accounts: z.boolean().describe('`environment` of crm-init-oauth can be `sandbox`'),
  key: z
    .object({ label: z.string(), help: z.string(), has_domain: z.boolean().describe('`instanceDomain` can be given') })
    .nullable()
    .describe('What crm-save-api-key takes; null where there is only consent'),
})

export const crmConnections = action({
  name: 'crm-connections',
  summary: 'List the connected CRMs',
  description: `Disconnected ones are listed for another ${shownDays} days. \`available\`: every CRM, with the ways to connect it.`,
  who: 'member',
  transports: ['gateway'],
  effect: 'read',
  input: z.object({ orgId: z.uuid() }),
  output: z.object({ connections: z.array(CrmConnection), available: z.array(AvailableCrm) }),
  errors: [],
  examples: [{ title: 'All CRMs', input: { orgId: '01980000-0000-7000-8000-000000000000' } }],

  async run(_input, { org, db, now, ports, within }) {
    const endedSince = new Date(now().getTime() - shownDays * 86_400_000)
    const rows = (await findConnections(db, org.id, endedSince)).filter(isCrm)
    const answers = await within(db, org.id, lastSyncs, { connectionIds: rows.map(({ id }) => id) })
    const ownClients = await providersWithClient(db, org.id)
    const endedAt: Readonly<Record<string, Date>> = Object.assign({}, ...answers)
    return {
      connections: rows.map((row) => ({
        id: row.id,
        provider: CrmProvider.parse(row.provider),
        status: isResting(row) ? ('error' as const) : ConnectionStatus.parse(row.status),
        last_sync: endedAt[row.id]?.toISOString() ?? null,
        connected_at: row.connected_at.toISOString(),
        kind: ConnectionKind.parse(row.kind),
        mode: ConnectionMode.parse(row.mode),
        account: row.account,
        last_error: isResting(row) ? sandboxIsOff : row.last_error,
      })),
      available: CrmProvider.options.map((provider) => {
        const { title, about, fields, oauth } = providerOf(provider)
        const mode = ports.oauth.modeOf(provider, ownClients.has(provider))
        const key = fields.find(({ name }) => name === 'apiKey')
        const has_domain = fields.some(({ name }) => name === 'instanceDomain')
        return {
          ...{ provider, title, about, can_consent: mode !== null, is_simulated: mode === 'sandbox' },
          has_test_accounts: oauth?.service.testServer !== undefined,
          key: key ? { label: key.label, help: key.help, has_domain } : null,
        }
      }),
    }
  },
})
