import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import type { Tables } from '#db/tables.ts'
import { findAiSettings } from '#domains/connections/ai-models/settings.ts'
import { choice, shape } from '#shapes'
import { TextSource } from './thread-sources.ts'

export const draftOutcomes = ['used', 'edited', 'discarded'] as const

/** An answer that a model drafted: never a message. Sending it is an action of its own, with the text as the person left it. */
export const ReplyDraft = shape('ReplyDraft', {
  id: z.uuid(),
  text: z.string(),
  language: z.string().describe('BCP 47, as the model says: that of the customer'),
  template: z.string().nullable().describe('The WhatsApp template that fits, where free text may not be sent any more'),
  sources: z.array(TextSource).describe('What it rests on'),
  stale: z.boolean().describe('The customer has written since'),
  created_at: z.iso.datetime(),
})
export const DraftOutcome = choice('ReplyDraftOutcome', [...draftOutcomes])

export type ReplyDraftRow = Selectable<Tables['reply_drafts']>
type Row = ReplyDraftRow

export const shownDraft = (row: Row, newest: string | null): z.output<typeof ReplyDraft> => ({
  ...{ id: row.id, text: row.text, language: row.language, template: row.template_name },
  ...{ sources: row.sources as z.output<typeof TextSource>[], stale: row.upto !== newest },
  created_at: row.created_at.toISOString(),
})

interface Own {
  readonly orgId: string
  readonly personId: string
}

/** A person's own of a thread, the newest first. */
const draftsOf = (db: Db, { orgId, personId }: Own, threadId: string) =>
  db
    .selectFrom('reply_drafts')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('person_id', '=', personId)
    .where('deal_id', '=', threadId)
    .orderBy('id', 'desc')
    .limit(1)

/** The newest that is ready for a message; undefined where there is none. */
export const findReadyDraft = (db: Db, own: Own, threadId: string, upto: string): Promise<Row | undefined> =>
  draftsOf(db, own, threadId).where('upto', '=', upto).where('state', '=', 'ready').executeTakeFirst()

/** The newest that is ready, of any message. */
export const findNewestDraft = (db: Db, own: Own, threadId: string): Promise<Row | undefined> =>
  draftsOf(db, own, threadId).where('state', '=', 'ready').executeTakeFirst()

/** Whether one was made for a message, used or not. */
export const hasDraft = async (db: Db, own: Own, threadId: string, upto: string): Promise<boolean> =>
  (await draftsOf(db, own, threadId).where('upto', '=', upto).executeTakeFirst()) !== undefined

export const keepDraft = async (
  db: Db,
  { orgId, personId }: Own,
  draft: Pick<Row, 'id' | 'deal_id' | 'upto' | 'text' | 'language' | 'template_name' | 'model'> & {
    readonly sources: readonly z.output<typeof TextSource>[]
  },
): Promise<Row> =>
  db
    .insertInto('reply_drafts')
    .values({ ...draft, org_id: orgId, person_id: personId, sources: JSON.stringify(draft.sources) })
    .returningAll()
    .executeTakeFirstOrThrow()

/** Where the workspace keeps no texts, a draft takes the place of those that were made of its thread before, and were not used. */
export const forgetEarlierDrafts = async (
  db: Db,
  { orgId, personId }: Own,
  { id, deal_id: threadId }: Pick<Row, 'id' | 'deal_id'>,
): Promise<void> => {
  if ((await findAiSettings(db, orgId)).transcriptDays > 0) return
  await db
    .deleteFrom('reply_drafts')
    .where('org_id', '=', orgId)
    .where('person_id', '=', personId)
    .where('deal_id', '=', threadId)
    .where('id', '<>', id)
    .where('state', '=', 'ready')
    .execute()
}

/** False where there is no such draft of theirs, or it is settled. Its text goes with that where the workspace keeps none. */
export const settleDraft = async (
  db: Db,
  { orgId, personId }: Own,
  id: string,
  state: (typeof draftOutcomes)[number],
): Promise<boolean> => {
  const { transcriptDays } = await findAiSettings(db, orgId)
  const settled = await db
    .updateTable('reply_drafts')
    .set({ state, settled_at: sql<Date>`now()`, ...(transcriptDays === 0 && { text: '', sources: '[]' }) })
    .where('org_id', '=', orgId)
    .where('person_id', '=', personId)
    .where('id', '=', id)
    .where('state', '=', 'ready')
    .returning('id')
    .executeTakeFirst()
  return settled !== undefined
}

/** How many drafts were used as they were, edited, discarded, or wait. */
export const countDrafts = async (
  db: Db,
  orgId: string,
  from: Date,
  personId: string | null,
): Promise<Record<string, number>> => {
  let query = db
    .selectFrom('reply_drafts')
    .select(['state', (each) => each.fn.countAll<number>().as('count')])
    .where('org_id', '=', orgId)
    .where('created_at', '>=', from)
    .groupBy('state')
  if (personId !== null) query = query.where('person_id', '=', personId)
  const rows = await query.execute()
  return Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]))
}
