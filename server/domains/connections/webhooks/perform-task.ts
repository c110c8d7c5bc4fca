import type { InOrg } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import type { Log } from '#core/log.ts'
import type { Vault } from '#core/vault.ts'
import type { Ports } from '#ports/ports.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { withAccessToken } from '../connections/access-tokens.ts'
import { findConnection } from '../connections/connections.ts'
import { openOAuth, type TokenContext } from '../connections/tokens.ts'
import type { Attempt } from './attempts.ts'
import type { Claimed } from './leases.ts'
import { StoredTask, wordsOf } from './service-tasks.ts'

export interface TaskParts {
  readonly ports: Pick<Ports, 'oauth'>
  readonly inOrg: InOrg
  readonly vault: Vault
  readonly log: Log
  readonly now: () => Date
}

const unknownText = 'It is not known whether this was done. Look at the service, and replay it if it was not.'

/**
 * Asks a service to do what a rule says, for one event. What may have been done is not tried again automatically: a service has no
 * `webhook-id` by which it could tell. A worker that died over it counts as that.
 */
export const performTask = async (delivery: Claimed, parts: TaskParts): Promise<Attempt> => {
  const begun = performance.now()
  const ended = (error: string | null, more: Partial<Attempt> = {}): Attempt => ({
    requestHeaders: {},
    answer: null,
    error,
    durationMs: Math.round(performance.now() - begun),
    ...more,
  })
  if (delivery.was_begun) return ended(unknownText, { isFinal: true })
  try {
    return ended(null, { made: await perform(delivery, parts) })
  } catch (error) {
    if (error instanceof Failure) return ended(error.message, { isFinal: error.code === 'connection_not_found' })
    if (!(error instanceof ProviderError)) throw error
    if (error.kind === 'uncertain') return ended(`${error.reason} ${unknownText}`, { isFinal: true })
    const isFinal = ['refused', 'malformed', 'dead', 'client'].includes(error.kind)
    return ended(error.reason, {
      isFinal,
      ...(error.retryAfterMs !== null && { askedSeconds: Math.ceil(error.retryAfterMs / 1_000) }),
    })
  }
}

const perform = async (delivery: Claimed, { ports, inOrg, vault, log, now }: TaskParts): Promise<string> => {
  const { org_id: orgId, connection_id: connectionId, body } = delivery
  if (connectionId === null) throw new Error('a webhook asks no service')
  const context: TokenContext = { orgId, ports, vault, log, now, inOrg: (work) => inOrg(orgId, work) }
  const words = wordsOf(StoredTask.parse(delivery.task), body)
  return withAccessToken(context, connectionId, async (token) => {
    const row = await context.inOrg((db) => findConnection(db, orgId, connectionId))
    if (!row) throw new Error('a connection with a rule is missing')
    return openOAuth(context, row).perform(token, words)
  })
}
