import { sql } from 'kysely'
import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { dealErrors } from '#domains/crm/deals/errors.ts'
import { findThreadOf } from './conversations.ts'
import { inboxErrors } from './errors.ts'
import { conversationEvents } from './events.ts'
import { ThreadId } from './threads.ts'

export const markChatRead = action({
  name: 'mark-chat-read',
  summary: 'Mark a conversation as read',
  description:
    'Everything up to and including the message `readTo` is read. The mark never moves back, and is the caller’s own.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false, idempotent: true },
  limit: { times: 600, seconds: 60 },
  input: z.object({ projectId: ThreadId, readTo: z.uuid().describe('A message of the conversation') }),
  output: z.object({ success: z.literal(true) }),
  errors: [dealErrors.deal_not_found, inboxErrors.message_not_found],
  examples: [
    {
      title: 'Read up to a message',
      input: { projectId: '01980000-0000-7000-8000-000000000000', readTo: '01980000-0000-7000-8000-000000000001' },
    },
  ],

  async run({ projectId, readTo }, { db, org, person, emit, fail }) {
    const found = await findThreadOf(db, org.id, projectId)
    if (!found) throw fail('deal_not_found')
    const { contactId } = found
    if (contactId === null) throw fail('message_not_found')
    const { rows } = await sql<{ moved: boolean }>`
      with seen as (
        select m.created_at from messages m join contacts f on f.org_id = m.org_id and f.id = m.contact_id
        where m.org_id = ${org.id} and m.id = ${readTo} and (f.id = ${contactId} or f.root_id = ${contactId})
      ), marked as (
        insert into conversation_readers as r (org_id, id, contact_id, read_at)
        select ${org.id}, ${person.id}, ${contactId}, seen.created_at from seen
        on conflict (org_id, id, contact_id) do update set read_at = excluded.read_at where r.read_at < excluded.read_at
        returning 1)
      select exists (select from marked) as moved from seen`.execute(db)
    if (!rows[0]) throw fail('message_not_found')
    if (rows[0].moved) await emit(conversationEvents.read, contactId, { person_id: person.id })
    return { success: true as const }
  },
})
