import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CrmAccounts } from '../crm/control.ts'
import { suffers } from '../crm/crm-faults.ts'
import { faultOf, type OwnFaults } from '../faults.ts'
import type { SimulatorContext } from '../simulators.ts'
import { accountOf } from './accounts.ts'
import type { Org, RoleChange } from './orgs.ts'
import { Refused } from './refusals.ts'

/** Faults that no other CRM has. */
export const salesforceFaults = {
  lost_locator: 'Each nextRecordsUrl is lost: 400 INVALID_QUERY_LOCATOR.',
  unavailable: '503 SERVER_UNAVAILABLE, without a Retry-After.',
  short_batch: 'Batches have a tenth of the records that were asked for, and lists within them 5.',
  many_fields: 'Accounts, contacts and opportunities have 400 more custom fields.',
  huge_fields: 'They have 400 more custom fields of 64 KB each.',
  row_lock: 'Writes are answered 400 UNABLE_TO_LOCK_ROW.',
  hidden_fields: 'This user may not see CurrencyIsoCode and custom fields.',
} as const satisfies OwnFaults
export const suffersHere = (request: FastifyRequest, fault: keyof typeof salesforceFaults): boolean =>
  faultOf(request) === fault

/** What the routes are made with. */
export interface Parts {
  readonly context: SimulatorContext
  readonly accounts: CrmAccounts
  readonly usage: Usage
}

/** Calls of an org in the last 24 hours, in slices of an hour. */
export const openUsage = (now: () => Date) => {
  const slices = new Map<string, Map<number, number>>()
  const hourOf = () => Math.floor(now().getTime() / 3_600_000)
  return {
    limit: 100_000,
    add(account: string): number {
      const own = slices.get(account) ?? new Map<number, number>()
      slices.set(account, own)
      const hour = hourOf()
      own.set(hour, (own.get(hour) ?? 0) + 1)
      for (const each of own.keys()) if (each <= hour - 24) own.delete(each)
      return [...own.values()].reduce((sum, each) => sum + each, 0)
    },
  }
}
type Usage = ReturnType<typeof openUsage>

const orgs = new WeakMap<FastifyRequest, Org>()

/** Before each route: whose org it is, and whether it may call. Throws Refused. */
export const enter = ({ context, accounts, usage }: Parts, request: FastifyRequest, reply: FastifyReply): void => {
  const now = context.now()
  // The service's own clock, and not this machine's.
  reply.header('Date', now.toUTCString())
  const account = accountOf(context, /^(?:Bearer|OAuth)\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '')
  if (account === null) throw new Refused(401, 'INVALID_SESSION_ID', 'Session expired or invalid')
  const version = (request.params as { version?: string }).version
  if (version !== undefined && !/^v\d{2,3}\.0$/.test(version))
    throw new Refused(404, 'NOT_FOUND', 'The requested resource does not exist')
  const used = Math.min(usage.limit, suffers(request, 'daily_limit') ? usage.limit : usage.add(account))
  reply.header('Sforce-Limit-Info', `api-usage=${used}/${usage.limit}`)
  if (suffers(request, 'daily_limit')) throw new Refused(403, 'REQUEST_LIMIT_EXCEEDED', 'TotalRequests Limit exceeded.')
  if (suffersHere(request, 'unavailable'))
    throw new Refused(503, 'SERVER_UNAVAILABLE', 'The server is temporarily unavailable. Try again later.')
  if (suffers(request, 'burst_limit'))
    throw new Refused(403, 'REQUEST_LIMIT_EXCEEDED', 'ConcurrentRequests (Concurrent API Requests) Limit exceeded.')
  orgs.set(request, {
    ...{ account, now, records: accounts.use(account), hidesFields: suffersHere(request, 'hidden_fields') },
    moreFields: suffersHere(request, 'many_fields') ? 'short' : suffersHere(request, 'huge_fields') ? 'huge' : 'none',
    roleChanges: context.table<RoleChange>(`roles-${account}`),
  })
}

export const orgOf = (request: FastifyRequest): Org => orgs.get(request) as Org
