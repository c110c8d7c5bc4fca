import { type RawBuilder, sql } from 'kysely'

/** A host as those outside know them. */
export interface Answering {
  /**
   * Where the booker's answers go: the mailbox of the calendar in which the meeting stands, so that its event and the invitation have one
   * organizer; else the host's own mailbox, where answers are read; else the address with which they sign in.
   */
  readonly answersTo: string
}

/** A host by where answers to them go: `address` is what `answerAddressOf` found. */
export const answering = <Of extends { readonly email: string }>(
  host: Of,
  address: string | null | undefined,
): Of & Answering => ({
  ...host,
  answersTo: address ?? host.email,
})

/** The mailbox to which answers to a host go; null where they have none. For a statement: `person` and `booking` are ids in it. */
export const answerAddressOf = (
  orgId: string,
  person: RawBuilder<unknown>,
  booking: RawBuilder<unknown> = sql`null::uuid`,
): RawBuilder<string | null> => sql`
  (select b.email from mailboxes b
    left join calendar_writes w on w.org_id = b.org_id and w.booking_id = ${booking} and w.person_id = b.person_id
      and w.connection_id = b.id and w.state <> 'removed'
    left join calendars c on c.org_id = b.org_id and c.connection_id = b.id and c.person_id = b.person_id and c.is_target
    where b.org_id = ${orgId} and b.person_id = ${person} and b.ended_at is null
      and (w.booking_id is not null or c.id is not null or (b.has_mail and b.kind = 'personal'))
    order by w.booking_id is null, c.id is null, b.created_at limit 1)`
