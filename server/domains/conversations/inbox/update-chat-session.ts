import { sql } from 'kysely'
import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { atLeast } from '#core/actions/caller.ts'
import type { Db } from '#core/context.ts'
import { transportErrors } from '#core/errors.ts'
import { changedFields } from '#core/events/changes.ts'
import { dealErrors } from '#domains/crm/deals/errors.ts'
import { memberErrors } from '#domains/platform/members/errors.ts'
import { findMember, findPerson } from '#domains/platform/users/users.ts'
import { Instant } from '#shapes'
import { type ConversationRow, findThreadWithContact, lockThread } from './conversations.ts'
import { inboxErrors } from './errors.ts'
import { conversationEvents, conversationFieldsOf } from './events.ts'
import { ConversationState, ThreadId } from './threads.ts'

export const updateChatSession = action({
  name: 'update-chat-session',
  summary: 'Close, assign or snooze a conversation',
  description:
    '`claim` assigns the conversation to the caller; of two concurrent claims one wins and the other gets the winner’s name. `release` unassigns it, `assign` assigns it to `userId` in any case, `snooze` hides it until `until` or until the client writes, `reopen` opens it. A message that arrives while it is being closed, or that `seenTo` shows as not read yet, keeps it open: the response contains the state. `userId` is the caller, and can be left out; for `assign` it is the member, as for `claim` of an API key or a workflow. An admin may claim for another member.',
  who: 'member',
  transports: ['gateway', 'workflow', 'assistant'],
  effect: 'write',
  changes: 'projectId',
  hints: { destructive: false, idempotent: true },
  scope: 'chats:write',
  limit: { times: 300, seconds: 60 },
  input: z.object({
    projectId: ThreadId,
    action: z.enum(['close', 'claim', 'release', 'reopen', 'snooze', 'assign']),
    userId: z.uuid().optional(),
    until: Instant.optional().describe('For `snooze`: at most a year ahead'),
    seenTo: z.uuid().optional().describe('For `close`: the newest message that the caller has read'),
  }),
  output: z.object({ success: z.literal(true), session_status: ConversationState, assigned_to: z.uuid().nullable() }),
  errors: [
    dealErrors.deal_not_found,
    dealErrors.deal_has_no_contact,
    inboxErrors.chat_claimed,
    transportErrors.forbidden,
    memberErrors.member_not_found,
    transportErrors.bad_request,
    transportErrors.missing_field,
  ],
  examples: [
    {
      title: 'Assign it to yourself',
      input: {
        projectId: '01980000-0000-7000-8000-000000000000',
        action: 'claim',
        userId: '01980000-0000-7000-8000-000000000001',
      },
    },
  ],

  async run({ projectId, action: wanted, userId: named, until, seenTo }, { db, org, person, emit, now, fail }) {
    const { contactId, dealId } = await findThreadWithContact(db, org.id, projectId)
    const personId = person?.id ?? null
    const userId = named ?? (wanted === 'assign' ? null : personId)
    if (userId === null && (wanted === 'assign' || wanted === 'claim'))
      throw fail('missing_field', { message: 'Missing required field: userId', field: 'userId' })
    if (person && userId !== person.id && wanted !== 'assign' && !atLeast(person.role, 'admin')) throw fail('forbidden')
    if (userId !== null && !(await findMember(db, org.id, userId))) throw fail('member_not_found')
    const wake = wanted === 'snooze' ? wakingTime(until, now()) : null
    if (wanted === 'snooze' && !wake)
      throw fail('bad_request', { message: 'until: must be a time within the next year', field: 'until' })

    const thread = await lockThread(db, org.id, contactId, dealId)
    if (wanted === 'claim' && thread.assigned_to !== null && thread.assigned_to !== userId) {
      const name = (await findPerson(db, thread.assigned_to))?.name ?? 'another member'
      throw fail('chat_claimed', { message: `This conversation is already assigned to ${name}.` })
    }
    const changes = await changesOf(db, thread, { wanted, userId, personId, wake, seenTo })
    if (changes) {
      await db.updateTable('conversations').set(changes).where('org_id', '=', org.id).where('id', '=', thread.id).execute()
      await emit(conversationEvents.changed, thread.id, {
        ...{ action: wanted, person_id: personId },
        ...changedFields(conversationFieldsOf(thread), conversationFieldsOf({ ...thread, ...changes })),
      })
    }
    const after = { ...thread, ...changes }
    return { success: true as const, session_status: after.session_status as 'open', assigned_to: after.assigned_to }
  },
})

/** What becomes of a thread; null where nothing does. */
const changesOf = async (
  db: Db,
  thread: ConversationRow,
  given: {
    wanted: 'close' | 'claim' | 'release' | 'reopen' | 'snooze' | 'assign'
    userId: string | null
    personId: string | null
    wake: Date | null
    seenTo: string | undefined
  },
) => {
  switch (given.wanted) {
    case 'claim':
    case 'assign':
      return thread.assigned_to === given.userId ? null : { assigned_to: given.userId, assigned_at: clock }
    case 'release':
      return thread.assigned_to === null ? null : { assigned_to: null, assigned_at: null }
    case 'reopen':
      return { session_status: 'open', closed_at: null, closed_by: null, snoozed_until: null }
    case 'snooze':
      return { session_status: 'open', closed_at: null, closed_by: null, snoozed_until: given.wake }
    case 'close':
      if (thread.session_status === 'closed' || (await cameInSince(db, thread, given.seenTo))) return null
      return { session_status: 'closed', closed_at: clock, closed_by: given.personId, snoozed_until: null }
  }
}

/** Whether the client wrote something that the closing member has not read, or that arrived meanwhile. */
const cameInSince = async (db: Db, thread: ConversationRow, seenTo: string | undefined): Promise<boolean> => {
  const { rows } = await sql<{ came: boolean }>`
    select exists (
      select from contacts f join messages m on m.org_id = f.org_id and m.contact_id = f.id and m.direction = 'in' and m.kind <> 'reaction'
        and m.kind <> 'system' and not m.is_imported
      where f.org_id = ${thread.org_id} and (f.id = ${thread.id} or f.root_id = ${thread.id})
        and m.created_at > coalesce(
          (select s.created_at from messages s where s.org_id = ${thread.org_id} and s.id = ${seenTo ?? null}::uuid), now())
    ) as came`.execute(db)
  return rows[0]?.came ?? false
}

const clock = sql<Date>`clock_timestamp()`

const yearMs = 366 * 86_400_000

const wakingTime = (until: string | undefined, now: Date): Date | null => {
  const at = until === undefined ? null : new Date(until)
  return at && at > now && at.getTime() - now.getTime() < yearMs ? at : null
}
