import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { type AiProvider, aiProviders, primaryAi } from '#ports/ai.ts'
import { ProviderError, type TooLong } from '#ports/provider-error.ts'
import { setConnectionStatus } from '../connections/connection-health.ts'
import type { Connecting } from '../connections/lifecycle.ts'
import { asProviderFailure } from '../connections/provider-failures.ts'
import { type UsableConnection, usableConnection, usableOf } from '../connections/usable-connections.ts'
import { aiModelErrors } from './errors.ts'
import { findGoneModels, forgetGoneModel, recordGoneModel } from './gone-models.ts'

export interface UsingAi extends Connecting {
  readonly settings: { readonly hasSandbox: boolean }
}
export type AiConnection = UsableConnection<AiProvider>

/** What an organization reaches each of several providers with, read in one trip. */
export interface AiConnections {
  /** Null where it is not connected. Writes: the primary one's of the sandbox is made here. */
  of(provider: AiProvider): Promise<AiConnection | null>
  /** Whether its model was thought to have ended when these were read. */
  isThoughtGone(connection: AiConnection): boolean
}

export const readAiConnections = async (db: Db, orgId: string, using: UsingAi): Promise<AiConnections> => {
  const [rows, gone] = await Promise.all([
    db
      .selectFrom('connections')
      .selectAll()
      .where('org_id', '=', orgId)
      .where('provider', 'in', [...aiProviders])
      .where('owner_id', 'is', null)
      .where('status', '<>', 'disconnected')
      .execute(),
    findGoneModels(db, orgId),
  ])
  return {
    async of(provider) {
      const row = rows.find((each) => each.provider === provider)
      // Played by a sandbox that is off: as good as none, and what waits is written once there is one.
      if (row) return usableOf(using.vault, row) as AiConnection | null
      // The others are connected by a person alone.
      return provider === primaryAi ? usableConnection(db, orgId, primaryAi, using) : null
    },
    isThoughtGone: ({ connectionId }) => gone.includes(connectionId),
  }
}

/** What an organization reaches one provider with; null where it is not connected. Writes: the primary one's of the sandbox is made here. */
export const findAiConnection = async (
  db: Db,
  orgId: string,
  provider: AiProvider,
  using: UsingAi,
): Promise<AiConnection | null> => (await readAiConnections(db, orgId, using)).of(provider)

/** A simulated provider never takes the place of what is real, or of none. */
export const mayStandInFor = (fallback: AiConnection, first: AiConnection | null): boolean =>
  fallback.mode !== 'sandbox' || first?.mode === 'sandbox'

type InOwnOrg = <T>(work: (db: Db) => Promise<T>) => Promise<T>

/** It answered: a model that was thought to be gone is there. */
export const recordAnswered = (inOrg: InOwnOrg, connection: AiConnection): Promise<void> =>
  inOrg((db) => forgetGoneModel(db, connection))

/** The connection is told where its key is refused, whatever status the provider says that with, and the owners where its model has ended. */
export const recordTrouble = async (inOrg: InOwnOrg, connection: AiConnection, error: unknown): Promise<void> => {
  if (!(error instanceof ProviderError)) return
  const { model } = error
  if (model !== null) await inOrg((db) => recordGoneModel(db, connection, connection.provider, model))
  if (error.kind === 'credentials')
    await inOrg((db) => setConnectionStatus(db, connection.orgId, connection.connectionId, 'error', error.reason))
}

const aiFailed = aiModelErrors.ai_failed

/** An AI provider's error as the failure that a caller is answered: one code for every kind. Anything else is returned as it is. */
export const asAiFailure = (error: unknown): unknown => {
  if (!(error instanceof ProviderError)) return error
  return error.tooLong
    ? tooLongFailure(error, error.tooLong)
    : asProviderFailure(error, {
        codes: { [error.kind]: aiFailed },
        message: ({ reason }) => `Failed to generate response: ${reason}`,
      })
}

/** With what its provider counted, where it says that. */
const tooLongFailure = (cause: ProviderError, { tokens, limit }: TooLong): Failure =>
  new Failure(aiModelErrors.context_too_long, {
    cause,
    facts: { ...(tokens !== null && { tokens }), ...(limit !== null && { limit }) },
    ...(tokens !== null && limit !== null && { message: `This is ${tokens} tokens; the model takes ${limit}.` }),
  })

/** The same where nothing is connected to be asked. */
export const notConnected = (): Failure =>
  new Failure(aiFailed, { message: 'Failed to generate response: Gemini is not connected.' })
