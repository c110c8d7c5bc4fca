import { sql } from 'kysely'
import type { ExternalCallContext, JobContext } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { digestId } from '#core/ids.ts'
import { inAction, inJob, withTokenOf } from '#domains/connections/connections/access-tokens.ts'
import { ConnectionMode, type ConnectionRow, findConnection } from '#domains/connections/connections/connections.ts'
import { endConsent } from '#domains/connections/connections/end-consent.ts'
import { connectionErrors } from '#domains/connections/connections/errors.ts'
import { asProviderFailure } from '#domains/connections/connections/provider-failures.ts'
import { needsConsent, type TokenContext } from '#domains/connections/connections/tokens.ts'
import { isResting } from '#domains/connections/connections/usable-connections.ts'
import type { DesignFault, DesignOperation, Designs } from '#ports/designs.ts'
import type { Ports } from '#ports/ports.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { designErrors } from './errors.ts'

/** What is needed to ask Canva. */
export interface DesignContext extends TokenContext {
  readonly ports: Pick<Ports, 'oauth' | 'designs'>
}

export const ofAction = (context: ExternalCallContext): DesignContext => ({ ...inAction(context), ports: context.ports })
export const ofJob = (context: JobContext, orgId: string): DesignContext => ({
  ...inJob(context, orgId),
  ports: context.ports,
})

const usableRow = async ({ orgId, inOrg }: DesignContext, connectionId: string): Promise<ConnectionRow> => {
  const row = await inOrg((db) => findConnection(db, orgId, connectionId))
  if (!row || row.status === 'disconnected' || row.owner_id !== null) throw new Failure(designErrors.canva_not_connected)
  if (isResting(row)) throw new Failure('sandbox_is_off')
  if (row.status === 'needs_reauth') throw needsConsent(row.last_error)
  return row
}

/** How many seconds a call has to wait: Canva's answers say nothing of its limits, so that each call is counted before it is made. 0: it is taken. */
const takeAllowance = async (
  { orgId, inOrg, ports }: DesignContext,
  row: ConnectionRow,
  operation: DesignOperation,
): Promise<number> => {
  const windows = ports.designs.allowancesOf(row.provider)[operation]
  const { rows } = await inOrg((db) =>
    sql<{ granted: number; wait_seconds: number }>`
      select granted, wait_seconds from take_tokens(
        ${windows.map(({ seconds }) => digestId(`designs ${orgId} ${row.id} ${operation} ${seconds}`))}::uuid[],
        ${windows.map(() => 1)}::int[],
        ${windows.map(({ times }) => times)}::int[],
        ${windows.map(({ seconds }) => seconds)}::int[])`.execute(db),
  )
  const waits = rows.flatMap(({ granted, wait_seconds }) => (granted > 0 ? [] : [Math.max(1, Math.ceil(wait_seconds))]))
  return Math.max(0, ...waits)
}

/**
 * One call to the account of a connection, counted before it is made; a token that ended is renewed once, and the call repeated. No
 * transaction may be open. Throws the failures `canva_not_connected`, `connection_needs_consent`, `sandbox_is_off`, `provider_unreachable`
 * and `provider_busy` (with the seconds to wait) before anything was sent, and else the ProviderError of the port.
 */
export const askCanva = async <T>(
  context: DesignContext,
  connectionId: string,
  operation: DesignOperation,
  ask: (designs: Designs) => Promise<T>,
): Promise<T> => {
  const row = await usableRow(context, connectionId)
  const waitSeconds = await takeAllowance(context, row, operation)
  if (waitSeconds > 0) throw new Failure(connectionErrors.provider_busy, { retryAfterSeconds: waitSeconds })
  let last = ''
  try {
    return await withTokenOf(context, row, (token) => {
      last = token
      return ask(openDesigns(context, row, token))
    })
  } catch (error) {
    if (!(error instanceof ProviderError && error.kind === 'dead')) throw error
    throw await endConsent(context, connectionId, { token: last, reason: error.reason })
  }
}

const openDesigns = (
  { ports }: Pick<DesignContext, 'ports'>,
  row: Pick<ConnectionRow, 'org_id' | 'id' | 'provider' | 'mode'>,
  accessToken: string | null,
): Designs =>
  ports.designs.open({
    ...{ orgId: row.org_id, connectionId: row.id, provider: row.provider, accessToken },
    mode: ConnectionMode.parse(row.mode),
  })

/** For files at temporary addresses, which want no token. Throws as `askCanva` does before it sends anything. */
export const filesAtCanva = async (context: DesignContext, connectionId: string): Promise<Designs> =>
  openDesigns(context, await usableRow(context, connectionId), null)

const faults: Readonly<Partial<Record<DesignFault, (typeof designErrors)[keyof typeof designErrors]>>> = {
  design_not_there: designErrors.design_not_found,
  not_in_plan: designErrors.design_not_in_plan,
  quota_used_up: designErrors.design_quota_used_up,
}

/** What Canva answered, as the caller hears it. Anything else is returned as it is, to be thrown on. */
export const asDesignFailure = (error: unknown, field?: string): unknown => {
  if (!(error instanceof ProviderError)) return error
  const known = error.kind === 'refused' ? faults[error.code as DesignFault] : undefined
  if (known) return new Failure(known, { cause: error, ...(field !== undefined && { field }) })
  if (error.kind === 'uncertain') return new Failure(designErrors.design_outcome_unknown, { cause: error })
  if (error.kind === 'credentials') return new Failure(designErrors.design_right_missing, { cause: error })
  return asProviderFailure(error, { message: ({ kind, reason }) => (kind === 'refused' ? reason : undefined) })
}

/** Asks for an action: what Canva refuses is the failure of the call. */
export const askForCaller = async <T>(
  context: DesignContext,
  connectionId: string,
  operation: DesignOperation,
  ask: (designs: Designs) => Promise<T>,
  field?: string,
): Promise<T> => {
  try {
    return await askCanva(context, connectionId, operation, ask)
  } catch (error) {
    throw asDesignFailure(error, field)
  }
}
