import { sql } from 'kysely'
import type { Db } from './context.ts'
import { newId } from './ids.ts'

/** Everything that can happen, in words a webhook or a workflow may one day be told. */
export const eventTypes = {
  'lead.received': 'A lead was taken, through the API, a file or a replay.',
  'contact.changed': 'A contact was created or changed by a person.',
  'delivery.recorded': 'A request to the lead API was recorded.',
  'key.changed': 'An API key was made, changed, rolled or revoked.',
  'workspace.changed': 'The settings or members of the workspace changed.',
  'upload.changed': 'An uploaded file moved on.',
} as const

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
