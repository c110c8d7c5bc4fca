import { type Selectable, sql } from 'kysely'
import type { BaseContext, Db, WebsiteContext } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import type { Tables } from '#db/tables.ts'
import { webChatErrors } from './errors.ts'
import { mayTalk } from './origins.ts'
import { findWidget } from './widgets.ts'

export type ChatSessionRow = Selectable<Tables['chat_sessions']>

/** As much of a call as says who speaks for a session. */
type Speaker = Pick<WebsiteContext, 'visitor' | 'origin' | 'agent'>

/**
 * What a visitor's token opens is looked at anew with every call: their own session, while the widget is there and on, from a
 * page that may carry it. Members may speak for any session of theirs.
 */
export const admitVisitor = async (
  db: Db,
  orgId: string,
  sessionId: string,
  { visitor, origin }: Speaker,
  settings: BaseContext['settings'],
): Promise<void> => {
  if (!visitor) return
  if (sessionId !== visitor.sessionId) throw new Failure(webChatErrors.chat_session_foreign, { field: 'sessionId' })
  const widget = await findWidget(db, orgId, visitor.widgetId)
  if (!widget) throw new Failure(webChatErrors.chat_widget_not_found)
  if (origin === null || !mayTalk(origin, widget.allowed_origins, settings))
    throw new Failure(webChatErrors.chat_origin_refused)
  if (!widget.is_enabled) throw new Failure(webChatErrors.chat_widget_off)
}

export const findSession = (db: Db, orgId: string, key: string): Promise<ChatSessionRow | undefined> =>
  db.selectFrom('chat_sessions').selectAll().where('org_id', '=', orgId).where('key', '=', key).executeTakeFirst()

/**
 * The session of a key, made where there is none, and held until the transaction ends: of two first messages at once, the second
 * finds the contact and the deal of the first.
 */
export const lockSession = async (
  db: Db,
  orgId: string,
  given: {
    readonly key: string
    readonly newId: string
    readonly page?: string | undefined
    readonly locale?: string | undefined
  },
  { visitor, origin, agent }: Speaker,
): Promise<ChatSessionRow> => {
  await db
    .insertInto('chat_sessions')
    .values({
      org_id: orgId,
      id: visitor?.sessionId ?? given.newId,
      key: given.key,
      widget_id: visitor?.widgetId ?? null,
      origin: visitor ? origin : null,
      page: given.page ?? null,
      locale: given.locale ?? null,
      agent: visitor ? (agent?.slice(0, 500) ?? null) : null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const held = await db
    .updateTable('chat_sessions')
    .set({ last_seen_at: sql`now()`, ...(given.page !== undefined && { page: given.page }) })
    .where('org_id', '=', orgId)
    .where('key', '=', given.key)
    .returningAll()
    .executeTakeFirst()
  if (!held) throw new Error('a session just created is missing')
  return held
}
