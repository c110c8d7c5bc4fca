import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { choice, shape } from '#shapes'

/** Who writes in the chat of a website: its visitor, or a member. */
export const Side = choice('WebChatSide', ['user', 'agent'])

/** A message as the visitor of a website sees it. */
export const Said = shape('WebChatMessage', {
  id: z.uuid(),
  at: z.iso.datetime(),
  from: Side,
  author: z.string().nullable().describe('The member who wrote it'),
  text: z.string(),
  client_message_id: z.string().nullable().describe('The id that the visitor’s page assigned'),
})

const most = 200
/** What is committed later may be a little older: so much is read twice. */
const overlapMs = 10_000

/** What was said in one session, oldest first: the newest of it, or what came after a moment. */
export const findSaid = async (
  db: Db,
  orgId: string,
  sessionId: string,
  after: Date | null,
): Promise<z.output<typeof Said>[]> => {
  const rows = await db
    .selectFrom('messages')
    .leftJoin('directory.people', 'directory.people.id', 'messages.person_id')
    .select(['messages.id', 'messages.at', 'messages.direction', 'messages.body', 'messages.client_message_id'])
    .select('directory.people.name as author')
    .where('messages.org_id', '=', orgId)
    .where('messages.channel', '=', 'web_chat')
    .where('messages.address', '=', sessionId)
    .where('messages.body', 'is not', null)
    .$if(after !== null, (query) => query.where('messages.at', '>', new Date((after as Date).getTime() - overlapMs)))
    .orderBy('messages.at', after === null ? 'desc' : 'asc')
    .orderBy('messages.id', after === null ? 'desc' : 'asc')
    .limit(most)
    .execute()
  return (after === null ? rows.reverse() : rows).map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    from: row.direction === 'in' ? 'user' : 'agent',
    author: row.direction === 'in' ? null : row.author,
    text: row.body ?? '',
    client_message_id: row.direction === 'in' ? ownId(row.client_message_id, sessionId) : null,
  }))
}

/** Without the session that it is kept under. */
const ownId = (kept: string | null, sessionId: string): string | null =>
  kept?.startsWith(`${sessionId} `) ? kept.slice(sessionId.length + 1) : null
