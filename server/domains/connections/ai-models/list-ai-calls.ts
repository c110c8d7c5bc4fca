import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import type { Tables } from '#db/tables.ts'
import { shape } from '#shapes'
import { AiCause, AiFallback, AiFeature, AiOutcome, AiPrice } from './choices.ts'
import { priceOfRow, shownPrice } from './models.ts'

const AiCall = shape('AiCall', {
  id: z.uuid(),
  at: z.iso.datetime().describe('When it was asked'),
  ended_at: z.iso.datetime(),
  person_id: z.uuid().nullable().describe('Null for background work'),
  feature: z.string(),
  provider: z.string(),
  model: z.string(),
  outcome: AiOutcome.describe(
    '`unknown`: the process that made it is gone, and all that it could have cost was charged. `correction`: the difference to what a call did cost',
  ),
  input_tokens: z.int(),
  cached_tokens: z.int(),
  output_tokens: z.int(),
  estimated: z.boolean().describe('The provider did not tell: the most that it can have been'),
  price: AiPrice.nullable().describe('Of a token, as it was used'),
  cost_nano: z.int(),
  fallback: AiFallback.nullable(),
  request_id: z.string().nullable(),
  corrects: z.uuid().nullable(),
  reason: z.string().nullable().describe('Of a correction'),
  cause: AiCause.nullable().describe('Why it failed, was refused or broke off'),
  correctable: z.boolean().describe('Its cost is an estimate that was not corrected yet: `correct-ai-call` does that'),
})

export const listAiCalls = action({
  name: 'list-ai-calls',
  summary: 'List calls of AI models, with what each cost',
  description:
    'The ledger, newest first: one row a call, never changed, without a word of what was asked. Its sums are those of `show-ai-usage`.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'read',
  input: z.object({
    feature: AiFeature.optional(),
    personId: z.uuid().optional(),
    model: z.string().max(100).optional(),
    outcome: AiOutcome.optional(),
    cursor: z.string().max(100).optional().describe('`next_cursor` of the page before'),
    limit: z.int().min(1).max(100).default(50),
  }),
  output: z.object({ calls: z.array(AiCall), next_cursor: z.string().nullable() }),
  errors: [],
  examples: [{ title: 'What was estimated', input: { outcome: 'unknown' } }],

  async run({ feature, personId, model, outcome, cursor, limit }, { db, org }) {
    const [, before, id] = /^(\S+) ([0-9a-f-]{36})$/.exec(cursor ?? '') ?? []
    const rows = await db
      .selectFrom('ai_ledger')
      .selectAll()
      .select(sql<string>`to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`.as('exact_at'))
      .select(
        sql<boolean>`is_estimated and outcome <> 'correction'
          and not exists (select from ai_ledger c where c.org_id = ${org.id} and c.corrects = ai_ledger.id)`.as('correctable'),
      )
      .where('org_id', '=', org.id)
      .$if(feature !== undefined, (query) => query.where('feature', '=', feature ?? ''))
      .$if(personId !== undefined, (query) => query.where('person_id', '=', personId ?? ''))
      .$if(model !== undefined, (query) => query.where('model', '=', model ?? ''))
      .$if(outcome !== undefined, (query) => query.where('outcome', '=', outcome ?? ''))
      .$if(id !== undefined && !Number.isNaN(Date.parse(before ?? '')), (query) =>
        query.where(sql<boolean>`(at, id) < (${before}::timestamptz, ${id}::uuid)`),
      )
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute()
    const last = rows.length > limit ? rows[limit - 1] : undefined
    return { calls: rows.slice(0, limit).map(shownCall), next_cursor: last ? `${last.exact_at} ${last.id}` : null }
  },
})

const shownCall = (row: Selectable<Tables['ai_ledger']> & { readonly correctable: boolean }): z.input<typeof AiCall> => ({
  ...{ id: row.id, at: row.at.toISOString(), ended_at: row.ended_at.toISOString(), person_id: row.person_id },
  ...{ feature: row.feature, provider: row.provider, model: row.model, outcome: row.outcome as 'answered' },
  ...{ input_tokens: row.input_tokens, cached_tokens: row.cached_tokens, output_tokens: row.output_tokens },
  ...{ estimated: row.is_estimated, cost_nano: row.cost_nano, request_id: row.request_id },
  price: shownPrice(priceOfRow(row)),
  fallback: row.fallback_from === null ? null : { from: row.fallback_from, reason: row.fallback_reason ?? '' },
  ...{ corrects: row.corrects, correctable: row.correctable },
  // One column: a correction has words, any other call a code.
  ...(row.corrects === null ? { reason: null, cause: row.reason as AiCause | null } : { reason: row.reason, cause: null }),
})
