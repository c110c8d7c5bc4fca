import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import type { Tables } from '#db/tables.ts'
import { findAiSettings } from '#domains/connections/ai-models/settings.ts'
import { choice, shape } from '#shapes'
import { type NumberedSource, TextSource } from './thread-sources.ts'

export const SummaryKind = choice('SummaryKind', ['thread', 'deal', 'day'])
export type SummaryKind = z.output<typeof SummaryKind>

const SummarySentence = shape('SummarySentence', {
  text: z.string(),
  sources: z.array(TextSource).describe('What it rests on: at least one'),
})
export type SummarySentence = z.output<typeof SummarySentence>

export const Summary = shape('Summary', {
  sentences: z.array(SummarySentence),
  as_of: z.iso.datetime().nullable().describe('When the newest of its sources was written'),
  created_at: z.iso.datetime(),
})

type Row = Selectable<Tables['summaries']>

export const shownSummary = (row: Row): z.output<typeof Summary> => ({
  sentences: row.sentences as SummarySentence[],
  as_of: row.newest_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
})

/** Of all that a summary is made of: another one where a message came in, or a step was done. */
export const digestOf = (sources: readonly NumberedSource[]): string =>
  createHash('sha256')
    .update(JSON.stringify(sources.map(({ kind, id, facts }) => [kind, id, facts])))
    .digest('hex')

interface Of {
  readonly orgId: string
  readonly personId: string
  readonly kind: SummaryKind
  /** The id of the deal, or the day. */
  readonly subject: string
}

export const findSummary = (db: Db, { orgId, personId, kind, subject }: Of, asOf: string): Promise<Row | undefined> =>
  db
    .selectFrom('summaries')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('person_id', '=', personId)
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('as_of', '=', asOf)
    .executeTakeFirst()

/** Where the workspace keeps no texts, those that were made for a person before go. */
const forgetEarlier = async (db: Db, { orgId, personId, kind, subject }: Of): Promise<void> => {
  if ((await findAiSettings(db, orgId)).transcriptDays > 0) return
  await db
    .deleteFrom('summaries')
    .where('org_id', '=', orgId)
    .where('person_id', '=', personId)
    .where((where) => where.or([where('kind', '<>', kind), where('subject', '<>', subject)]))
    .execute()
}

export const keepSummary = async (
  db: Db,
  of: Of,
  kept: {
    readonly asOf: string
    readonly newestAt: Date | null
    readonly sentences: readonly SummarySentence[]
    readonly model: string
    readonly now: Date
  },
): Promise<Row> => {
  const { orgId, personId, kind, subject } = of
  await forgetEarlier(db, of)
  const columns = {
    as_of: kept.asOf,
    newest_at: kept.newestAt,
    sentences: JSON.stringify(kept.sentences),
    model: kept.model,
    created_at: kept.now,
  }
  return db
    .insertInto('summaries')
    .values({ org_id: orgId, person_id: personId, kind, subject, ...columns })
    .onConflict((conflict) => conflict.columns(['org_id', 'person_id', 'kind', 'subject']).doUpdateSet(columns))
    .returningAll()
    .executeTakeFirstOrThrow()
}
