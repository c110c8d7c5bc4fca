import type { FastifyRequest } from 'fastify'
import type { Failure } from '#core/errors.ts'
import { nearestTimes } from '#shapes/nearest-times.ts'
import { addDays, dayOf } from '#shapes/wall-clocks.ts'
import { isZone } from '#shapes/zones.ts'
import { addressWith } from './page-markup.ts'
import { localeOf, type Pages, textOf } from './pages.ts'
import { type Choice, type SlotShown, slotPicker } from './slot-picker.ts'

const dayMs = 86_400_000

/** What of the address says where the visitor is; an unknown zone becomes that of the host. */
export const choiceOf = (request: FastifyRequest, hostZone: string, now: Date): Choice => {
  const asked = textOf(request, 'zone', /^[\w+/-]{1,64}$/)
  const zone = asked && isZone(asked) ? asked : hostZone
  const day = textOf(request, 'day', /^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/)
  const month = textOf(request, 'month', /^20\d\d-(0[1-9]|1[0-2])$/) ?? day?.slice(0, 7) ?? dayOf(now, zone).slice(0, 7)
  return { locale: localeOf(request), zone, month, day }
}

interface Asked {
  readonly org: string
  readonly type: string
  /** Of the booking that is moved: its own time is free for it. */
  readonly token?: string
}

/**
 * Whether a start of a link can be had; where it cannot, the nearest ones that can. One that is only on hold can: it may be on hold for this
 * visitor, who loads the page again. Null where it is not known.
 */
export const findStart = async (
  pages: Pages,
  request: FastifyRequest,
  { org, type, horizonDays, hostZone }: Asked & { readonly horizonDays: number; readonly hostZone: string },
  start: string,
): Promise<{ isFree: boolean; nearest: readonly string[] } | null> => {
  const { zone, locale } = choiceOf(request, hostZone, pages.now())
  const ask = async (fromMs: number, toMs: number): Promise<readonly string[] | null> => {
    const answer = await pages.ask(request, 'list-slots', {
      ...{ orgId: org, eventType: type, timezone: zone, locale, heldToo: true },
      ...{ from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() },
    })
    if (answer.failure) return null
    return (answer.body as { slots: SlotShown[] }).slots.map((slot) => slot.start)
  }
  const [startMs, nowMs] = [Date.parse(start), pages.now().getTime()]
  const lastMs = nowMs + horizonDays * dayMs
  if (startMs >= nowMs && startMs <= lastMs) {
    const found = await ask(startMs, startMs + 1)
    if (found === null) return null
    if (found.some((each) => Date.parse(each) === startMs)) return { isFree: true, nearest: [] }
  }
  const aroundMs = Math.min(Math.max(startMs, nowMs), lastMs)
  const offered = (await ask(Math.max(aroundMs - 7 * dayMs, nowMs), aroundMs + 31 * dayMs)) ?? []
  const nearest = nearestTimes(
    offered.map((each) => Date.parse(each)),
    startMs,
  )
  return { isFree: false, nearest: nearest.map((ms) => new Date(ms).toISOString()) }
}

/** The free starts of a month, as a calendar. Without a month in the address, the first one from `at` on that has any. */
export const pickerOf = async (
  pages: Pages,
  request: FastifyRequest,
  asked: Asked & {
    readonly horizonDays: number
    readonly hostZone: string
    /** In whose month one looks first; today’s, where it is not said. */
    readonly at?: string
  },
  linkOf: (slot: SlotShown, choice: Choice) => string,
): Promise<{ picker: string; choice: Choice } | Failure> => {
  const now = pages.now()
  let choice = choiceOf(request, asked.hostZone, now)
  const bounds = {
    first: dayOf(now, choice.zone).slice(0, 7),
    last: dayOf(now.getTime() + asked.horizonDays * dayMs, choice.zone).slice(0, 7),
  }
  const isChosen = textOf(request, 'month', /./) !== null || choice.day !== null
  if (!isChosen && asked.at) {
    const month = dayOf(new Date(asked.at), choice.zone).slice(0, 7)
    choice = { ...choice, month: month < bounds.first ? bounds.first : month > bounds.last ? bounds.last : month }
  }
  for (let tries = 0; ; tries++) {
    const slots = await slotsOf(pages, request, asked, choice)
    if (!Array.isArray(slots)) return slots as Failure
    const later = addDays(`${choice.month}-01`, 32).slice(0, 7)
    if (!isChosen && slots.length === 0 && later <= bounds.last && tries < 3) {
      choice = { ...choice, month: later }
      continue
    }
    const self = addressWith(request.url, { zone: choice.zone, lang: choice.locale, start: null })
    return { choice, picker: slotPicker(self, choice, slots, { linkOf: (slot) => linkOf(slot, choice), bounds }) }
  }
}

const slotsOf = async (
  pages: Pages,
  request: FastifyRequest,
  { org, type, token }: Asked,
  { month, zone, locale }: Choice,
): Promise<readonly SlotShown[] | Failure> => {
  const firstMs = Date.parse(`${month}-01T00:00:00Z`)
  const lastMs = Date.parse(`${addDays(`${month}-01`, 32).slice(0, 7)}-01T00:00:00Z`)
  const nowMs = pages.now().getTime()
  // Every zone's month lies within a day of UTC's. What is past is not asked for.
  const from = Math.max(firstMs - dayMs, nowMs)
  if (lastMs + dayMs <= from) return []
  const answer = await pages.ask(request, 'list-slots', {
    ...{ orgId: org, eventType: type, timezone: zone, locale, token },
    ...{ from: new Date(from).toISOString(), to: new Date(lastMs + dayMs).toISOString() },
  })
  if (answer.failure) return answer.failure.code === 'time_range_invalid' ? [] : answer.failure
  return (answer.body as { slots: SlotShown[] }).slots.filter(({ date }) => date.startsWith(month))
}
