import type { Db, Enqueue } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import type { Vault } from '#core/vault.ts'
import { type AiAnswer, type AiAsked, type AiPort, type AiProvider, AiTrouble, primaryAi } from '#ports/ai.ts'
import { retryAfterSeconds } from '#shapes/retry-after.ts'
import {
  connectionOf,
  isResting,
  setConnectionStatus,
  type UsableConnection,
  usableConnection,
  usableOf,
} from '../connections/connections.ts'
import { aiModelErrors } from './errors.ts'
import { forgetGoneModel, noteGoneModel } from './gone-models.ts'

interface Using {
  readonly vault: Vault
  readonly enqueue: Enqueue
  readonly settings: { readonly hasSandbox: boolean }
}
export type AiConnection = UsableConnection<AiProvider>

/** What an organization reaches the primary provider with; null where it is not connected. Writes: the sandbox's is made here. */
export const primaryConnection = async (db: Db, orgId: string, using: Using): Promise<AiConnection | null> => {
  const row = await connectionOf(db, orgId, primaryAi)
  // Played by a sandbox that is off: as good as none, and what waits is written once there is one.
  return row && isResting(row) ? null : usableConnection(db, orgId, primaryAi, using)
}

/**
 * Whom to ask, in this order: the primary provider, then OpenAI where somebody has connected it. What is pretended never takes the
 * place of what is real. Empty: nothing is connected.
 */
export const connectionsToAsk = async (db: Db, orgId: string, using: Using): Promise<AiConnection[]> => {
  const primary = await primaryConnection(db, orgId, using)
  const row = await connectionOf(db, orgId, 'openai')
  const fallback = row && (usableOf(using.vault, row) as AiConnection | null)
  const isPretended = fallback?.mode === 'sandbox' && primary?.mode !== 'sandbox'
  return [...(primary ? [primary] : []), ...(fallback && !isPretended ? [fallback] : [])]
}

/** Asks one; the connection is told where its key is refused, whatever status the provider says that with, and the owners where its model has ended. */
export const askAi = async (
  port: AiPort,
  connection: AiConnection,
  asked: AiAsked,
  inOrg: <T>(work: (db: Db) => Promise<T>) => Promise<T>,
): Promise<AiAnswer> => {
  try {
    const answer = await port.open(connection).generate(asked)
    await inOrg((db) => forgetGoneModel(db, connection))
    return answer
  } catch (error) {
    if (error instanceof AiTrouble && error.model !== null) {
      const { model } = error
      await inOrg((db) => noteGoneModel(db, connection, connection.provider, model))
    }
    if (error instanceof AiTrouble && error.kind === 'credentials')
      await inOrg((db) => setConnectionStatus(db, connection.orgId, connection.connectionId, 'error', error.reason))
    throw error
  }
}

/** What an AI provider's trouble is for whoever called; anything else is thrown on as it is. */
export const asAiFailure = (error: unknown): unknown =>
  error instanceof AiTrouble
    ? new Failure(aiModelErrors.ai_failed, {
        cause: error,
        message: `Failed to generate response: ${error.reason}`,
        ...(error.retryAfterMs !== null && { retryAfterSeconds: retryAfterSeconds(error.retryAfterMs) }),
      })
    : error

/** The same where nothing is connected to be asked. */
export const notConnected = (): Failure =>
  new Failure(aiModelErrors.ai_failed, { message: 'Failed to generate response: Gemini is not connected.' })
