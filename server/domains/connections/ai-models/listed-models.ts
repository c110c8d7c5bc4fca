import { type Selectable, sql } from 'kysely'
import type { Db } from '#core/context.ts'
import type { Tables } from '#db/tables.ts'
import type { AiProvider, ListedModel } from '#ports/ai.ts'
import { providerOfModel } from './known-models.ts'

export type ListedRow = Selectable<Tables['ai_listed_models']>

/** More than any provider offers; a name that is none of theirs is not kept. */
const mostModels = 500

/** What a provider said of its models, in place of what it said before. Answers how many. */
export const keepListed = async (
  db: Db,
  orgId: string,
  provider: AiProvider,
  models: readonly ListedModel[],
): Promise<number> => {
  const kept = [...new Map(models.map((model) => [model.name, model])).values()]
    .filter(({ name }) => name.length <= 100 && providerOfModel(name) === provider)
    .slice(0, mostModels)
  await db
    .deleteFrom('ai_listed_models')
    .where('org_id', '=', orgId)
    .where('provider', '=', provider)
    .$if(kept.length > 0, (query) =>
      query.where(
        'model',
        'not in',
        kept.map(({ name }) => name),
      ),
    )
    .execute()
  if (kept.length === 0) return 0
  await db
    .insertInto('ai_listed_models')
    .values(
      kept.map(({ name, title, contextTokens, maxOutputTokens, endsOn }) => ({
        ...{ org_id: orgId, model: name, provider, title: title?.slice(0, 200) ?? null, ends_on: endsOn },
        ...{ context_tokens: contextTokens, max_output_tokens: maxOutputTokens },
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'model']).doUpdateSet((row) => ({
        title: row.ref('excluded.title'),
        context_tokens: row.ref('excluded.context_tokens'),
        max_output_tokens: row.ref('excluded.max_output_tokens'),
        ends_on: row.ref('excluded.ends_on'),
        listed_at: sql<Date>`now()`,
      })),
    )
    .execute()
  return kept.length
}
