import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { choice, shape } from '#shapes'

/** On the wire a booking is confirmed or cancelled, or waits for approval. */
export const BookingStatus = choice('BookingStatus', ['pending', 'confirmed', 'cancelled'])

/** What a booking is at first. */
export const NewBookingStatus = choice('NewBookingStatus', ['confirmed', 'pending'])

/** A booking as it is told to other programs. */
export const BookingFacts = shape('BookingFacts', {
  id: z.uuid(),
  event_type_id: z.uuid(),
  status: BookingStatus,
  starts_at: z.iso.datetime(),
  ends_at: z.iso.datetime(),
  timezone: z.string().describe('Of the booker'),
  sequence: z.int().describe('Rises with each change of time or state'),
  hosts: z.array(z.uuid()),
  contact_id: z.uuid().nullable(),
  deal_id: z.uuid().nullable(),
})
export type BookingFacts = z.output<typeof BookingFacts>

/** What is stored of a booking, as others are told its state. */
export const wireStatus = (state: string): BookingFacts['status'] =>
  state === 'pending' || state === 'confirmed' ? state : 'cancelled'

interface FactsRow {
  readonly id: string
  readonly event_type_id: string
  readonly state: string
  readonly starts_at: Date
  readonly ends_at: Date
  readonly zone: string
  readonly sequence: number
  readonly contact_id: string | null
  readonly deal_id: string | null
}

export const bookingFactsOf = (row: FactsRow, hosts: readonly string[]): BookingFacts => ({
  ...{ id: row.id, event_type_id: row.event_type_id, status: wireStatus(row.state) },
  ...{ starts_at: row.starts_at.toISOString(), ends_at: row.ends_at.toISOString(), timezone: row.zone },
  ...{ sequence: row.sequence, hosts: [...hosts], contact_id: row.contact_id, deal_id: row.deal_id },
})

export const findBookingFacts = async (db: Db, orgId: string, ids: readonly string[]): Promise<BookingFacts[]> => {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('bookings')
    .select(['id', 'event_type_id', 'state', 'starts_at', 'ends_at', 'zone', 'sequence', 'contact_id', 'deal_id'])
    .where('org_id', '=', orgId)
    .where('id', 'in', ids)
    .where('state', 'not in', ['held', 'expired'])
    .execute()
  const spans = await db
    .selectFrom('booking_spans')
    .select(['booking_id', 'person_id'])
    .where('org_id', '=', orgId)
    .where('booking_id', 'in', ids)
    .orderBy('person_id')
    .execute()
  const hosts = Map.groupBy(spans, ({ booking_id }) => booking_id)
  return rows.map((row) =>
    bookingFactsOf(
      row,
      (hosts.get(row.id) ?? []).map(({ person_id }) => person_id),
    ),
  )
}
