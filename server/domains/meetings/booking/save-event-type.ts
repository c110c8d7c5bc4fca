import { sql } from 'kysely'
import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { findSettings } from '#domains/platform/organizations/workspaces.ts'
import { tidyLine } from '#shapes/letters.ts'
import { bookingErrors } from './errors.ts'
import {
  EventType,
  EventTypeMode,
  type EventTypeRow,
  FromOutside,
  findEventType,
  findHosted,
  MeetingPlace,
  Question,
  showEventType,
} from './event-types.ts'
import { eventTypeEvents } from './events.ts'

const Slug = z
  .string()
  .trim()
  .toLowerCase()
  .max(64)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower case letters and digits, joined by -')

export const saveEventType = action({
  name: 'save-event-type',
  summary: 'Create or update an event type',
  description:
    'A kind of meeting that can be booked. Without `eventTypeId` the event type of `slug` is updated, or created. Omitted fields keep their values; a new one has 30 minutes, a grid of its length, two hours’ notice, 60 days, and the caller as host. `collective` needs all hosts to be free, `round_robin` picks one. Existing bookings stay as they are.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false, idempotent: true },
  input: z.object({
    eventTypeId: z.uuid().optional(),
    slug: Slug.describe('Stands in the address of its page'),
    name: z.string().overwrite(tidyLine).trim().min(1).max(120).optional(),
    about: z.string().trim().max(2_000).optional(),
    minutes: z.int().min(5).max(1_440).optional(),
    grid: z.int().min(5).max(1_440).optional().describe('Minutes between starts on the wall clock'),
    hosts: z.array(z.uuid()).min(1).max(50).optional().describe('User ids, in order'),
    allAdmins: z.boolean().optional().describe('Instead of `hosts`: all owners and admins'),
    mode: EventTypeMode.optional(),
    bufferBefore: z.int().min(0).max(480).optional().describe('Minutes'),
    bufferAfter: z.int().min(0).max(480).optional().describe('Minutes'),
    noticeMinutes: z.int().min(0).max(129_600).optional(),
    horizonDays: z.int().min(1).max(730).optional(),
    limitPerDay: z.int().min(1).max(200).nullish(),
    limitPerWeek: z.int().min(1).max(1_000).nullish(),
    approval: z.boolean().optional().describe('A request reserves the time until a host approves it'),
    fromOutside: FromOutside.optional().describe('What follows when a host moves or deletes a meeting in their own calendar'),
    place: MeetingPlace.optional(),
    questions: z
      .array(Question)
      .max(20)
      .refine((questions) => new Set(questions.map(({ key }) => key)).size === questions.length, 'must have different keys')
      .superRefine((questions, context) => {
        for (const [at, { kind, options }] of questions.entries())
          if (kind === 'choice' && options.length < 2)
            context.addIssue({ code: 'custom', path: [at, 'options'], message: 'needs two choices at least' })
      })
      .optional(),
    reminderMinutes: z.array(z.int().min(5).max(20_160)).max(5).optional().describe('Minutes before the start'),
    changeLimitMinutes: z
      .int()
      .min(0)
      .max(43_200)
      .optional()
      .describe('The booker’s link changes nothing so shortly before the start'),
    calendarMaxAgeMinutes: z
      .int()
      .min(5)
      .max(10_080)
      .nullish()
      .describe('Refuse bookings while the copy of a host’s calendar is older'),
    makesDeal: z.boolean().optional(),
    whatsappTemplate: z
      .object({ name: z.string().trim().min(1).max(512), language: z.string().trim().min(2).max(16) })
      .nullish()
      .describe('Its values are the name and the time of the meeting'),
    isDefault: z.literal(true).optional(),
  }),
  output: z.object({ success: z.literal(true), eventType: EventType }),
  errors: [
    transportErrors.bad_request,
    bookingErrors.event_type_not_found,
    bookingErrors.event_type_slug_taken,
    bookingErrors.host_not_found,
  ],
  examples: [
    {
      title: 'An hour with the admins by turns',
      input: {
        slug: 'consultation',
        name: 'Consultation',
        minutes: 60,
        grid: 30,
        mode: 'round_robin',
        allAdmins: true,
        bufferAfter: 15,
      },
    },
  ],

  async run(given, { db, org, person, newId, emit, settings, fail }) {
    const { slug: orgSlug } = await findSettings(db, org.id)
    // Event types of a workspace are saved one after the other.
    await sql`select from orgs where org_id = ${org.id} for no key update`.execute(db)
    const ofSlug = await findEventType(db, org.id, given.slug)
    const before = given.eventTypeId ? await findEventType(db, org.id, given.eventTypeId) : ofSlug
    if (given.eventTypeId && !before) throw fail('event_type_not_found', { field: 'eventTypeId' })
    if (ofSlug && ofSlug.id !== before?.id) throw fail('event_type_slug_taken', { field: 'slug' })
    const name = given.name ?? before?.name
    if (name === undefined) throw fail('bad_request', { message: 'Missing required field: name', field: 'name' })

    const hosts = given.hosts && [...new Set(given.hosts)]
    const mode =
      given.mode ?? (before?.mode as EventTypeRow['mode'] | undefined) ?? (hosts && hosts.length > 1 ? 'round_robin' : 'one')
    if (mode === 'one' && (given.allAdmins || (hosts && hosts.length > 1)))
      throw fail('bad_request', { message: 'hosts: with the mode one, name one host', field: 'hosts' })
    if (hosts && !(await areMembers(db, org.id, hosts))) throw fail('host_not_found', { field: 'hosts' })

    if (given.isDefault)
      await db
        .updateTable('event_types')
        .set({ is_default: false })
        .where('org_id', '=', org.id)
        .where('is_default', '=', true)
        .execute()
    const columns = columnsOf(given, before, { name, mode })
    const row = before
      ? await db
          .updateTable('event_types')
          .set({ ...columns, updated_at: sql`now()` })
          .where('org_id', '=', org.id)
          .where('id', '=', before.id)
          .returningAll()
          .executeTakeFirstOrThrow()
      : await db
          .insertInto('event_types')
          .values({ org_id: org.id, id: newId(), ...columns })
          .returningAll()
          .executeTakeFirstOrThrow()
    const listed = hosts ?? (before || given.allAdmins ? null : [person.id])
    if (listed) await setHosts(db, org.id, row.id, listed)
    const hosted = await findHosted(db, org.id, row)
    if (row.mode === 'one' && hosted.hosts.length > 1)
      throw fail('bad_request', { message: 'hosts: with the mode one, name one host', field: 'hosts' })
    await emit(eventTypeEvents.saved, row.id, { slug: row.slug })
    return { success: true as const, eventType: showEventType(hosted, { publicUrl: settings.publicUrl, orgSlug }) }
  },
})

type Given = z.output<(typeof saveEventType)['input']>

/** What of an event type is given; of a new one, the rest is usual. */
const columnsOf = (given: Given, before: EventTypeRow | undefined, { name, mode }: { name: string; mode: string }) => {
  const minutes = given.minutes ?? before?.minutes ?? 30
  const set = {
    about: given.about,
    buffer_before_minutes: given.bufferBefore,
    buffer_after_minutes: given.bufferAfter,
    notice_minutes: given.noticeMinutes,
    horizon_days: given.horizonDays,
    limit_per_day: given.limitPerDay,
    limit_per_week: given.limitPerWeek,
    approval: given.approval,
    from_outside: given.fromOutside,
    place: given.place && JSON.stringify(given.place),
    questions: given.questions && JSON.stringify(given.questions),
    reminder_minutes: given.reminderMinutes && [...new Set(given.reminderMinutes)].toSorted((a, b) => b - a),
    change_limit_minutes: given.changeLimitMinutes,
    calendar_max_age_minutes: given.calendarMaxAgeMinutes,
    makes_deal: given.makesDeal,
    whatsapp_template: given.whatsappTemplate && JSON.stringify(given.whatsappTemplate),
    is_default: given.isDefault,
    hosts: given.hosts ? 'listed' : given.allAdmins ? 'admins' : undefined,
  }
  const known = Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined)) as Partial<typeof set>
  return { ...known, slug: given.slug, name, minutes, grid_minutes: given.grid ?? before?.grid_minutes ?? minutes, mode }
}

const areMembers = async (db: Parameters<typeof findEventType>[0], orgId: string, ids: readonly string[]): Promise<boolean> => {
  const found = await db
    .selectFrom('members')
    .innerJoin('directory.people', 'directory.people.id', 'members.id')
    .select('members.id')
    .where('members.org_id', '=', orgId)
    .where('members.id', 'in', ids)
    .where('directory.people.email_key', 'is not', null)
    .execute()
  return found.length === ids.length
}

const setHosts = async (
  db: Parameters<typeof findEventType>[0],
  orgId: string,
  eventTypeId: string,
  hosts: readonly string[],
): Promise<void> => {
  await db.deleteFrom('event_type_hosts').where('org_id', '=', orgId).where('event_type_id', '=', eventTypeId).execute()
  await db
    .insertInto('event_type_hosts')
    .values(hosts.map((personId, place) => ({ org_id: orgId, event_type_id: eventTypeId, person_id: personId, place })))
    .execute()
}
