import type { Db, PreparingContext } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { openAccount } from '../calendars/calendars.ts'

/** Where the event of a meeting lies in its host’s calendar at this moment. */
export interface AskedEvent {
  readonly personId: string
  /** Null: it is not there. */
  readonly startsAt: Date | null
}

/**
 * Asks the calendar of the host whose change would be decided about, before any transaction: a copy can be minutes older than a host who
 * changed the event again. Null where nothing is to be decided, or the calendar gives no answer or no moment: then the copy is what is known.
 */
export const askCalendar = async (
  context: PreparingContext,
  orgId: string,
  { bookingId, personId }: { readonly bookingId: string; readonly personId: string | null },
): Promise<AskedEvent | null> => {
  const write = await context.inOrg(orgId, (db) => findDecided(db, orgId, bookingId, personId))
  if (!write) return null
  try {
    const account = await openAccount(context, orgId, write.connection_id)
    if (!account) return null
    const event = await account.findEvent(write.provider_calendar_id, write.event_id)
    if (event && !('at' in event.start)) return null
    return { personId: write.person_id, startsAt: event && 'at' in event.start ? event.start.at : null }
  } catch (error) {
    if (error instanceof ProviderError || error instanceof Failure) return null
    throw error
  }
}

/** The caller’s own change, else the first host’s. */
const findDecided = (db: Db, orgId: string, bookingId: string, personId: string | null) =>
  db
    .selectFrom('calendar_writes')
    .select(['person_id', 'connection_id', 'provider_calendar_id', 'event_id'])
    .where('org_id', '=', orgId)
    .where('booking_id', '=', bookingId)
    .where('state', '=', 'written')
    .where('seen_change', 'is not', null)
    .orderBy((row) => row('person_id', 'is distinct from', personId))
    .orderBy('person_id')
    .limit(1)
    .executeTakeFirst()
