import { type RawBuilder, type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { BaseContext, Db, Step } from '#core/context.ts'
import type { NewEvent } from '#core/events/events.ts'
import { newId } from '#core/ids.ts'
import { enqueueEach } from '#core/jobs/enqueue-each.ts'
import type { Tables } from '#db/tables.ts'
import { interrupted, isInterruptedMail, queueMails } from '#domains/platform/mail-out/mails.ts'
import { raiseNotice } from '#domains/platform/notifications/notices.ts'
import { choice, shape } from '#shapes'
import { type BookingLetter, type BookingNews, type HostNews, writeToBooker, writeToHost } from './booking-mails.ts'
import type { BookingRow } from './bookings.ts'
import type { Host } from './event-types.ts'
import { bookingNotices } from './notices.ts'
import { stepReasons } from './step-reasons.ts'

/** What follows from a booking outside of Foyer. Each has a state that is shown, and can be done again. */
export const EffectKind = choice('BookingEffectKind', ['calendar', 'booker_mail', 'host_mail', 'whatsapp'])
export const EffectState = choice('BookingEffectState', ['queued', 'done', 'failed', 'skipped', 'uncertain'])
type EffectKind = z.output<typeof EffectKind>

export const BookingEffect = shape('BookingEffect', {
  id: z.uuid(),
  kind: EffectKind,
  what: z
    .string()
    .describe(
      'What it tells: `requested`, `confirmed`, `moved`, `cancelled`, `declined`, `handed` (another host), `released` (no longer yours), `unanswered` or `reminder`',
    ),
  person: z.object({ id: z.uuid(), name: z.string() }).nullable().describe('The host it is for'),
  state: EffectState,
  reason: z.string().nullable(),
  may_repeat: z.boolean().describe('Whether `retry-booking-effect` takes it'),
  tries: z.int(),
  updated_at: z.iso.datetime(),
})

/** How far the latest email to the booker came. */
export const BookerMailState = choice('BookerMailState', ['sent', 'sending', 'not_sent'])

export type EffectRow = Selectable<Tables['booking_effects']>

/** Does what of a booking is no email: the calendar, a WhatsApp message. */
export const doEffectJob = { name: 'do-booking-effect', data: z.object({ orgId: z.uuid(), effectId: z.uuid() }) } as const

export type EffectContext = Pick<BaseContext, 'vault' | 'newId' | 'now' | 'ports'> & Step

/** All that decides what follows from a booking, and is read of others. */
export interface Surroundings {
  readonly letter: BookingLetter
  /** In which each host is told the time. */
  readonly zones: ReadonlyMap<string, string>
  /** The booker’s address wants no more emails. */
  readonly hasRefused: boolean
  /** Hosts with a calendar that meetings are written into, or that has this one. */
  readonly calendarsOf: readonly string[]
  /** Who hosts it from now on, and did not before. */
  readonly gained?: readonly string[]
  /** Members who hosted it until now. */
  readonly dropped?: readonly Host[]
}

/** Those of several people who have a calendar that meetings are written into. For a statement. */
export const targetsOf = (orgId: string, people: readonly string[]): RawBuilder<string[]> => sql`
  array(select person_id from calendars where org_id = ${orgId} and person_id = any(${[...people]}::uuid[]) and is_target)`

/**
 * Those who have a calendar that is brought to what a booking says. A request that was not approved yet stands there too: it takes their
 * time.
 */
export const findCalendarsOf = async (
  db: Db,
  orgId: string,
  hosts: readonly string[],
  bookingId: string,
): Promise<string[]> => {
  const { rows } = await sql<{ person_id: string }>`
    select person_id from unnest(${targetsOf(orgId, hosts)}) as person_id
    union
    select person_id from calendar_writes where org_id = ${orgId} and booking_id = ${bookingId} and state <> 'removed'`.execute(
    db,
  )
  return rows.map(({ person_id }) => person_id)
}

/**
 * Queues all that follows outside from what happened to a booking, in its transaction: the emails, the calendars of the hosts, and the
 * WhatsApp template. `events` are recorded with those of the emails. Its statements leave together. No provider is called before the commit.
 */
export const queueEffects = async (
  context: EffectContext,
  orgId: string,
  { letter, zones, hasRefused, calendarsOf, gained = [], dropped = [] }: Surroundings,
  news: BookingNews,
  { exceptHost = null, events }: { readonly exceptHost?: string | null; readonly events: readonly NewEvent[] },
): Promise<void> => {
  const { booking, hosts, type } = letter
  const writing = { ...context, letter }
  const toBooker = booking.email && !hasRefused ? writeToBooker(writing, news) : null
  const newToThem = booking.state === 'pending' ? 'requested' : 'confirmed'
  // A request at another time is one that a host has to answer.
  const newsToHosts = news === 'moved' && booking.state === 'pending' ? 'requested' : news
  const told = [
    ...hosts.map((host) => ({ host, what: gained.includes(host.id) ? newToThem : newsToHosts })),
    ...dropped.map((host) => ({ host, what: 'released' as const })),
  ]
  const toHosts = told.flatMap(({ host, what }) =>
    host.id === exceptHost
      ? []
      : [{ personId: host.id, what, mail: writeToHost(writing, what, { ...host, zone: zones.get(host.id) ?? 'UTC' }) }],
  )
  await sayInApp(context, orgId, booking, context.ports.mail.provider === null ? toHosts : [])
  if (hosts.length === 0 && exceptHost === null) await sayInApp(context, orgId, booking, [{ personId: null, what: news }])
  const noMail = booking.email ? stepReasons.optedOut : stepReasons.noEmail
  const wanted: Effect[] = [
    {
      ...{ kind: 'booker_mail', what: news, personId: null, ref: toBooker?.id ?? null },
      ...(toBooker ? {} : { state: 'skipped', reason: noMail }),
    },
    ...toHosts.map(({ personId, what, mail }) => ({ kind: 'host_mail', what, personId, ref: mail.id }) as const),
    ...calendarsOf.map((personId) => ({ kind: 'calendar', what: news, personId }) as const),
  ]
  if (news === 'confirmed' && booking.phone)
    wanted.push({
      ...{ kind: 'whatsapp', what: news, personId: null },
      ...(type.whatsapp_template ? {} : { state: 'skipped', reason: stepReasons.noTemplate }),
    })
  const [entered] = await Promise.all([
    enterAll(context.db, orgId, booking, wanted),
    queueMails(context, orgId, [...(toBooker ? [toBooker] : []), ...toHosts.map(({ mail }) => mail)], events),
  ])
  const done = entered.filter(({ kind, state }) => state === 'queued' && (kind === 'calendar' || kind === 'whatsapp'))
  await enqueueEach(
    context,
    doEffectJob,
    done.map(({ id }) => ({ orgId, effectId: id })),
  )
}

/** Where no email can be sent the app says it to a host, and where no host is a member, to admins. */
const sayInApp = async (
  { db }: EffectContext,
  orgId: string,
  { id, name }: Pick<BookingRow, 'id' | 'name'>,
  told: readonly { readonly personId: string | null; readonly what: HostNews }[],
): Promise<void> => {
  for (const { personId, what } of told)
    await raiseNotice(db, orgId, {
      ...{ notice: bookingNotices.meeting_news, subjectId: id, facts: { what, name } },
      ...(personId === null ? { least: 'admin' } : { personId }),
    })
}

/** Has a host’s calendar brought to what the booking says, once more. Answers the step. */
export const queueCalendarAgain = async (db: Db, orgId: string, booking: BookingRow, personId: string): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    update booking_effects set state = 'queued', reason = null, updated_at = now()
    where org_id = ${orgId} and id = (
      select id from booking_effects where org_id = ${orgId} and booking_id = ${booking.id} and kind = 'calendar'
        and person_id = ${personId} and sequence = ${booking.sequence} order by id desc limit 1)
    returning id`.execute(db)
  const effect = { kind: 'calendar', what: booking.state === 'pending' ? 'requested' : 'confirmed', personId } as const
  const id = rows[0]?.id ?? (await enter(db, orgId, booking, effect))
  if (!id) throw new Error('a step of the calendar is there and is not')
  return id
}

/** Has the booker told by WhatsApp when the meeting is, once for each SEQUENCE. */
export const queueTemplate = async (
  { db, enqueue }: Pick<Step, 'db' | 'enqueue'>,
  orgId: string,
  booking: Pick<BookingRow, 'id' | 'sequence'>,
): Promise<void> => {
  const effectId = await enter(db, orgId, booking, { kind: 'whatsapp', what: 'confirmed', personId: null })
  if (effectId) await enqueue(doEffectJob, { orgId, effectId })
}

interface Effect {
  readonly kind: EffectKind
  readonly what: HostNews
  readonly personId: string | null
  readonly ref?: string | null
  readonly state?: string
  readonly reason?: string | null
}

/** Null where there is one already. */
const enter = async (
  db: Db,
  orgId: string,
  booking: Pick<BookingRow, 'id' | 'sequence'>,
  effect: Effect,
): Promise<string | null> => (await enterAll(db, orgId, booking, [effect]))[0]?.id ?? null

/** In their order, without those that are there already. */
const enterAll = (
  db: Db,
  orgId: string,
  { id: bookingId, sequence }: Pick<BookingRow, 'id' | 'sequence'>,
  effects: readonly Effect[],
): Promise<Pick<EffectRow, 'id' | 'kind' | 'state'>[]> =>
  db
    .insertInto('booking_effects')
    .values(
      effects.map(({ kind, what, personId, ref = null, state = 'queued', reason = null }) => ({
        ...{ org_id: orgId, id: newId(), booking_id: bookingId, sequence, kind, what },
        ...{ person_id: personId, ref, state, reason },
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'kind', 'state'])
    .execute()

/**
 * Whether a booking has changed since its email was written. That another hosts a meeting now stays true for whom it told so: they are told
 * of no later change.
 */
export const isOvertaken = (effect: Pick<EffectRow, 'sequence' | 'what'>, booking: Pick<BookingRow, 'sequence'>): boolean =>
  effect.sequence < booking.sequence && effect.what !== 'released'

/** The same of the step `e` of the booking `b`. For a statement. */
const overtaken = sql<boolean>`(e.sequence < b.sequence and e.what <> 'released')`

/** The effects of a booking, oldest first, with the reminders that went out. Where it is an email or a message, the state is that. */
export const findEffects = async (db: Db, orgId: string, bookingId: string): Promise<z.output<typeof BookingEffect>[]> => {
  const { rows } = await sql<{
    id: string
    kind: string
    what: string
    person_id: string | null
    person_name: string | null
    state: string
    reason: string | null
    may_repeat: boolean
    tries: number
    updated_at: Date
  }>`
    select e.id, e.kind, e.what, e.person_id, p.name as person_name, e.updated_at,
           case when e.state in ('skipped', 'uncertain') then e.state else coalesce(${stateOfMail}, ${stateOfMessage}, e.state) end as state,
           coalesce(case when ${isInterruptedMail} then ${interrupted} end, m.last_error, w.error, e.reason) as reason,
           case when e.kind in ('booker_mail', 'host_mail')
             then coalesce(m.state = 'failed' and m.sealed is not null and not ${overtaken}, false)
             else e.state in ('failed', 'skipped', 'uncertain') or coalesce(w.state in ('failed', 'uncertain'), false) end as may_repeat,
           coalesce(m.tries, w.tries, e.tries) as tries
    from booking_effects e
    join bookings b on b.org_id = e.org_id and b.id = e.booking_id
    left join mails m on m.org_id = e.org_id and m.id = e.ref and e.kind in ('booker_mail', 'host_mail')
    left join messages w on w.org_id = e.org_id and w.id = e.ref and e.kind = 'whatsapp'
    left join directory.people p on p.id = e.person_id
    where e.org_id = ${orgId} and e.booking_id = ${bookingId}
    union all
    select r.ref, ${kindOfReminder}, 'reminder', null, null, r.settled_at,
           coalesce(${stateOfMail}, ${stateOfMessage}, 'done'), coalesce(m.last_error, w.error), false, coalesce(m.tries, w.tries, 0)
    from booking_reminders r left join mails m on m.org_id = r.org_id and m.id = r.ref
    left join messages w on w.org_id = r.org_id and w.id = r.ref
    where r.org_id = ${orgId} and r.booking_id = ${bookingId} and r.state = 'sent' and r.ref is not null
    order by id`.execute(db)
  return rows.map((row) => ({
    ...{ id: row.id, what: row.what, reason: row.reason, may_repeat: row.may_repeat, tries: row.tries },
    updated_at: row.updated_at.toISOString(),
    kind: EffectKind.parse(row.kind),
    state: EffectState.parse(row.state),
    person: row.person_id === null ? null : { id: row.person_id, name: row.person_name ?? '' },
  }))
}

/**
 * How far the latest email to the booker of what stands came, apart from reminders; null where there is none, or it is so long over that its
 * mail is gone. A provider that refused it for now counts as not sent: who reads the page is told the same again once it was.
 */
export const findBookerMail = async (
  db: Db,
  orgId: string,
  bookingId: string,
): Promise<z.output<typeof BookerMailState> | null> => {
  const { rows } = await sql<{ state: z.output<typeof BookerMailState> | null }>`
    select case when e.state in ('skipped', 'failed', 'uncertain') or m.state = 'failed' then 'not_sent' when m.state = 'sent' then 'sent'
      when m.last_error is not null and not m.may_have_left and m.claimed_at is null then 'not_sent' when m.state = 'queued' then 'sending' end as state
    from booking_effects e left join mails m on m.org_id = e.org_id and m.id = e.ref
    where e.org_id = ${orgId} and e.booking_id = ${bookingId} and e.kind = 'booker_mail'
    order by e.sequence desc, e.id desc limit 1`.execute(db)
  return rows[0]?.state ?? null
}

/** The kind of the step that the reminder `r` is. For a statement. */
export const kindOfReminder = sql<string>`case r.channel when 'email' then 'booker_mail' else r.channel end`

/** What the state of the email `m` means for the step that sent it: one that may have left has not failed. For a statement. */
export const stateOfMail = sql<string>`case m.state when 'sent' then 'done' when 'queued' then 'queued'
  when 'failed' then case when m.may_have_left then 'uncertain' else 'failed' end end`

/** What the state of the message `w` means for the step that sent it. For a statement. */
const stateOfMessage = sql`case when w.state in ('queued', 'sending') then 'queued' when w.state in ('failed', 'uncertain') then w.state
  when w.state is not null then 'done' end`

export const findEffect = (db: Db, orgId: string, id: string): Promise<EffectRow | undefined> =>
  db.selectFrom('booking_effects').selectAll().where('org_id', '=', orgId).where('id', '=', id).executeTakeFirst()

/** Writes down how an effect went. */
export const settleEffect = async (
  db: Db,
  orgId: string,
  id: string,
  settled: { readonly state: z.output<typeof EffectState>; readonly reason?: string | null; readonly ref?: string | null },
): Promise<void> => {
  await db
    .updateTable('booking_effects')
    .set({
      state: settled.state,
      reason: settled.reason?.slice(0, 500) ?? null,
      ...(settled.ref === undefined ? {} : { ref: settled.ref }),
      tries: sql`tries + 1`,
      updated_at: sql`now()`,
    })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .execute()
}
