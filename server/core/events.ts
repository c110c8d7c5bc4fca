import { sql } from 'kysely'
import type { Db } from './context.ts'
import { newId } from './ids.ts'

/**
 * Everything that can happen. `told` ones are offered to outgoing webhooks; the rest only wake live pages, and may change.
 */
export const eventTypes = {
  'lead.received': { about: 'A lead was taken, through the API, a file or a replay.', told: true },
  'contact.changed': { about: 'A contact was created or changed by a person.', told: true },
  'member.joined': { about: 'Somebody became a member of the workspace.', told: true },
  'member.changed': { about: 'The role of a member changed.', told: true },
  'member.left': { about: 'A member was removed, or left.', told: true },
  'key.changed': { about: 'An API key was made, changed, rolled or revoked.', told: true },
  'delivery.recorded': { about: 'A request to the lead API was recorded.', told: false },
  'invitation.changed': { about: 'An invitation was sent, accepted or withdrawn.', told: false },
  'workspace.changed': { about: 'The settings of the workspace changed.', told: false },
  'upload.changed': { about: 'An uploaded file moved on.', told: false },
  'mail.changed': { about: 'A mail of the outbox moved on.', told: false },
  'webhook.changed': { about: 'A webhook endpoint or one of its deliveries moved on.', told: false },
  'notice.raised': { about: 'There is something that somebody should look at.', told: false },
} as const satisfies Record<string, { about: string; told: boolean }>

export type EventType = keyof typeof eventTypes

/** Channel of the notifications that wake live pages; payload: `<event type> <org id>,<org id>…` or `*`. */
export const liveChannel = 'foyer_live'

/** Writes an event in the caller's transaction. Live pages hear of it at the commit. */
export const recordEvent = async (
  db: Db,
  orgId: string,
  type: EventType,
  subjectId: string,
  payload: Record<string, unknown> = {},
): Promise<void> => {
  await db
    .insertInto('events')
    .values({ org_id: orgId, id: newId(), type, subject_id: subjectId, payload: JSON.stringify(payload) })
    .execute()
  await wake(db, orgId, type)
}

/** Wakes live pages without an event: for progress that nobody needs to be told of later. */
export const wake = async (db: Db, orgId: string, type: EventType): Promise<void> => {
  await sql`select pg_notify(${liveChannel}, ${`${type} ${orgId}`})`.execute(db)
}
