import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { ConnectionMode, ConnectionStatus, connectionOf } from '#domains/connections/connections/connections.ts'
import { isResting, type UsableConnection, usableOf } from '#domains/connections/connections/usable-connections.ts'
import type { ProspectAllowance, Prospects } from '#ports/prospects.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { shape } from '#shapes'
import { findCreditBudget, ProspectingBudget, shownCreditBudget } from './budgets.ts'

const Allowance = shape('ProspectAllowance', {
  left: z.number().nullable().describe('Null: not told, or without a limit'),
  limit: z.number().nullable(),
}).nullable()

export const showProspecting = action({
  name: 'show-prospecting',
  summary: 'Show the Apollo connection, the monthly budget and the credits left there',
  who: 'admin',
  transports: ['gateway'],
  effect: 'read',
  callsProvider: true,
  limit: { times: 60, seconds: 60 },
  input: z.object({}),
  output: z.object({
    connection: shape('ProspectingConnection', { id: z.uuid(), mode: ConnectionMode, status: ConnectionStatus }).nullable(),
    ready: z.boolean().describe('People can be searched for: an account is connected, or the sandbox stands in'),
    budget: ProspectingBudget,
    credits: Allowance.describe('At Apollo; null where it cannot be asked'),
    mobiles: Allowance.describe('At Apollo, for mobile numbers'),
  }),
  errors: [],
  examples: [{ title: 'What is left', input: {} }],

  async run(_input, { org, inOrg, ports, vault, settings, log }) {
    const { row, budget } = await inOrg(async ({ db }) => ({
      row: await connectionOf(db, org.id, 'apollo'),
      budget: await findCreditBudget(db, org.id),
    }))
    const usable = row && !isResting(row) ? usableOf(vault, row) : null
    const left = usable ? await askLeft(ports.prospects.open(usable), usable, log) : null
    return {
      connection:
        row && row.status !== 'disconnected'
          ? { id: row.id, mode: ConnectionMode.parse(row.mode), status: ConnectionStatus.parse(row.status) }
          : null,
      ready: usable !== null || (row === undefined && settings.hasSandbox),
      budget: shownCreditBudget(budget),
      credits: left?.credits ?? null,
      mobiles: left?.mobiles ?? null,
    }
  },
})

/** What is shown beside the search must not keep it from being shown. */
const askLeft = async (
  prospects: Prospects,
  { connectionId }: UsableConnection,
  log: { warn(facts: object, words: string): void },
): Promise<{ readonly credits: ProspectAllowance | null; readonly mobiles: ProspectAllowance | null } | null> => {
  try {
    return await prospects.allowance()
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    log.warn({ connection: connectionId, kind: error.kind }, 'Apollo did not say what is left')
    return null
  }
}
