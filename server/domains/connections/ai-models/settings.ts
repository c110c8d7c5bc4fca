import type { Db } from '#core/context.ts'
import { type AiProvider, aiProviders } from '#ports/ai.ts'

export interface AiSettings {
  /** Null: the operator's. */
  readonly defaultModel: string | null
  /** Who is asked where the first cannot answer, in order. */
  readonly fallbacks: readonly AiProvider[]
}

export const findAiSettings = async (db: Db, orgId: string): Promise<AiSettings> => {
  const row = await db.selectFrom('ai_settings').selectAll().where('org_id', '=', orgId).executeTakeFirst()
  const fallbacks = aiProviders.filter((provider) => row?.fallbacks.includes(provider) ?? true)
  const order = row?.fallbacks ?? []
  return {
    defaultModel: row?.default_model ?? null,
    fallbacks: fallbacks.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)),
  }
}
