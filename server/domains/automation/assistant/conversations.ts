import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import type { Tables } from '#db/tables.ts'
import { shape } from '#shapes'
import { cut } from '#shapes/texts.ts'

/** A conversation with the assistant, as its person sees it in a list. */
export const AssistantConversation = shape('AssistantConversation', {
  id: z.uuid(),
  title: z.string().describe('The beginning of its first question'),
  created_at: z.iso.datetime(),
  last_at: z.iso.datetime(),
  is_answering: z.boolean().describe('A question is being answered'),
})

type Row = Selectable<Tables['assistant_conversations']>

/** So long after the latest end of an answer the process that gave it is gone. */
const graceMs = 30_000
/** Until when a question is being answered that is asked now, and may take so long. */
export const answersUntil = (now: Date, answerMs: number): Date => new Date(now.getTime() + answerMs + graceMs)

const titleLength = 80

export const shownConversation = (row: Row, now: Date): z.output<typeof AssistantConversation> => ({
  id: row.id,
  title: row.title,
  created_at: row.created_at.toISOString(),
  last_at: row.last_at.toISOString(),
  is_answering: isAnswering(row, now),
})

export const isAnswering = ({ answers_until: until }: Pick<Row, 'answers_until'>, now: Date): boolean =>
  until !== null && until > now

interface Own {
  readonly orgId: string
  readonly personId: string
}

const ownConversations = (db: Db, { orgId, personId }: Own) =>
  db.selectFrom('assistant_conversations').where('org_id', '=', orgId).where('person_id', '=', personId)

export const findConversation = (db: Db, own: Own, id: string): Promise<Row | undefined> =>
  ownConversations(db, own).selectAll().where('id', '=', id).executeTakeFirst()

/** Begins one with its first question. False where there is one of this id: of theirs or another's. */
export const beginConversation = async (
  db: Db,
  { orgId, personId }: Own,
  { id, message, until }: { readonly id: string; readonly message: string; readonly until: Date },
): Promise<boolean> => {
  const title = cut(message.replace(/\s+/g, ' ').trim(), titleLength)
  const begun = await db
    .insertInto('assistant_conversations')
    .values({ org_id: orgId, id, person_id: personId, title, answers_until: until })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return begun !== undefined
}

/** Takes the floor for one question: false where another one is being answered. */
export const takeFloor = async (
  db: Db,
  own: Own,
  id: string,
  { now, until }: { readonly now: Date; readonly until: Date },
): Promise<boolean> => {
  const taken = await db
    .updateTable('assistant_conversations')
    .set({ answers_until: until, last_at: now })
    .where('org_id', '=', own.orgId)
    .where('person_id', '=', own.personId)
    .where('id', '=', id)
    .where((where) => where.or([where('answers_until', 'is', null), where('answers_until', '<=', now)]))
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}

export const leaveFloor = async (db: Db, own: Own, id: string, now: Date): Promise<void> => {
  await db
    .updateTable('assistant_conversations')
    .set({ answers_until: null, last_at: now })
    .where('org_id', '=', own.orgId)
    .where('person_id', '=', own.personId)
    .where('id', '=', id)
    .execute()
}

/** Newest first, below the cursor; a search looks into what was asked and answered. */
export const listConversations = (
  db: Db,
  own: Own,
  {
    search,
    cursor,
    limit,
  }: { readonly search?: string | undefined; readonly cursor?: string | undefined; readonly limit: number },
): Promise<Row[]> => {
  let query = ownConversations(db, own).selectAll().orderBy('last_at', 'desc').orderBy('id', 'desc').limit(limit)
  if (search) {
    const pattern = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`
    query = query.where(
      sql<boolean>`exists (select from assistant_turns t where t.org_id = ${own.orgId} and t.conversation_id = assistant_conversations.id and t.role <> 'tools' and t.text ilike ${pattern})`,
    )
  }
  if (cursor)
    query = query.where(
      sql<boolean>`(last_at, id) < (select last_at, id from assistant_conversations where org_id = ${own.orgId} and person_id = ${own.personId} and id = ${cursor})`,
    )
  return query.execute()
}

/** Answers whether there was one. What it proposed goes with it; what was done of that stays done, and in the audit log. */
export const removeConversation = async (db: Db, { orgId, personId }: Own, id: string): Promise<boolean> => {
  const removed = await db
    .deleteFrom('assistant_conversations')
    .where('org_id', '=', orgId)
    .where('person_id', '=', personId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return removed !== undefined
}
