import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import type { Db } from '#core/context.ts'
import { nilId } from '#core/ids.ts'
import { shape } from '#shapes'
import { Locale } from '#shapes/languages.ts'
import { sayTime } from '#shapes/time-texts.ts'
import { isZone } from '#shapes/zones.ts'
import { findHostZone } from '../hours/work-hours.ts'
import { bookingErrors } from './errors.ts'
import { EventTypeMode } from './event-types.ts'
import { findOffers } from './offers.ts'
import { saveEventType } from './save-event-type.ts'
import { ZoneName } from './times.ts'

const dayMs = 86_400_000
const most = 6
const mostDays = 31

const PreviewedStart = shape('PreviewedStart', {
  start: z.iso.datetime(),
  when: z.string().describe('In words of the language'),
})

const typed = saveEventType.input.shape

export const previewSlots = action({
  name: 'preview-slots',
  summary: 'Preview the free starts of an event type before it is saved',
  description:
    'The first six starts of the next 31 days that an event type with these settings would offer, by the hosts’ hours, calendars and meetings of this moment. Nothing is stored. Omitted settings are those of a new event type.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'read',
  limit: { times: 120, seconds: 60 },
  input: z.object({
    eventTypeId: z.uuid().optional().describe('Of one that is changed: its bookings count for its limits'),
    minutes: typed.minutes,
    grid: typed.grid,
    hosts: typed.hosts,
    allAdmins: typed.allAdmins,
    mode: EventTypeMode.default('one'),
    bufferBefore: typed.bufferBefore,
    bufferAfter: typed.bufferAfter,
    noticeMinutes: typed.noticeMinutes,
    horizonDays: typed.horizonDays,
    limitPerDay: typed.limitPerDay,
    limitPerWeek: typed.limitPerWeek,
    timezone: ZoneName.optional().describe('In which the times are written; omitted: that of the first host'),
    locale: Locale.default('en'),
  }),
  output: z.object({ starts: z.array(PreviewedStart), zone: z.string().describe('In words') }),
  errors: [bookingErrors.zone_unknown],
  examples: [{ title: 'An hour every half hour', input: { minutes: 60, grid: 30 } }],

  async run(given, { db, org, person, now, fail }) {
    const { timezone, locale } = given
    if (timezone !== undefined && !isZone(timezone)) throw fail('zone_unknown', { field: 'timezone' })
    const minutes = given.minutes ?? 30
    const type = {
      id: given.eventTypeId ?? nilId,
      ...{ mode: given.mode, minutes, grid_minutes: given.grid ?? minutes },
      ...{ buffer_before_minutes: given.bufferBefore ?? 0, buffer_after_minutes: given.bufferAfter ?? 0 },
      ...{ notice_minutes: given.noticeMinutes ?? 120, horizon_days: given.horizonDays ?? 60 },
      ...{ limit_per_day: given.limitPerDay ?? null, limit_per_week: given.limitPerWeek ?? null },
    }
    const hosts = await findJoined(db, org.id, given.allAdmins ? null : (given.hosts ?? [person.id]))
    const zone = timezone ?? (await findHostZone(db, org.id, hosts[0]?.id ?? person.id))
    const at = now()
    const time = { from: at.getTime(), to: at.getTime() + mostDays * dayMs }
    const offers = await findOffers(db, org.id, { type, hosts }, { time, now: at })
    const starts = [...offers.keys()].slice(0, most).map((ms) => {
      const start = new Date(ms)
      return { start: start.toISOString(), when: sayTime(start, { locale, zone }).short }
    })
    return { starts, zone: sayTime(at, { locale, zone }).zone }
  },
})

/** Those of some people who host meetings, in their order; null: all owners and admins. */
const findJoined = async (db: Db, orgId: string, ids: readonly string[] | null): Promise<{ id: string }[]> => {
  const rows = await db
    .selectFrom('members')
    .innerJoin('directory.people', 'directory.people.id', 'members.id')
    .select('members.id')
    .where('members.org_id', '=', orgId)
    .where('directory.people.email_key', 'is not', null)
    .$if(ids === null, (query) => query.where('members.role', 'in', ['admin', 'owner']))
    .$if(ids !== null, (query) => query.where('members.id', 'in', [...(ids ?? []), nilId]))
    .orderBy('members.id')
    .execute()
  return ids === null ? rows : ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
}
