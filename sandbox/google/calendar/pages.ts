import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { forPeople, type SimulatorContext } from '../../simulators.ts'
import { accounts } from '../rows.ts'
import { calendarPage, meetPage } from './calendar-page.ts'
import { momentOf } from './occurrences.ts'
import { CalendarRefusal, type EventRow, freeBusyErrors, refusals, usualBehaviour } from './rows.ts'
import { type Given, openCalendars } from './store.ts'

const asPage = 'text/html; charset=utf-8'
type Form = Readonly<Record<string, string | undefined>>

/** A person's own calendar, how Google behaves, and the rooms that links lead to. */
export const serveCalendarPages = (app: FastifyInstance, context: SimulatorContext): void => {
  const store = openCalendars(context)
  const at = `${context.base}/google/calendar`
  const mine = (request: FastifyRequest): string => {
    const { email } = { ...(request.query as Form), ...((request.body ?? {}) as Form) }
    return (accounts.find((each) => each.email === email) ?? accounts[0])?.email ?? ''
  }
  const back = (reply: FastifyReply, email: string, week: string | undefined) =>
    reply.redirect(`${at}?${new URLSearchParams({ email, ...(week && { week }) })}`, 303)
  const deed = (name: string, work: (email: string, form: Form) => void) =>
    app.post(`/calendar/${name}`, forPeople, (request, reply) => {
      const [email, form] = [mine(request), (request.body ?? {}) as Form]
      try {
        work(email, form)
      } catch (error) {
        if (!(error instanceof CalendarRefusal)) throw error
        return reply.code(400).send({ error: error.message })
      }
      return back(reply, email, form.week)
    })

  for (const [file, type] of Object.entries({ 'week.js': 'text/javascript', 'week.css': 'text/css' }))
    app.get(`/calendar/${file}`, forPeople, (_request, reply) =>
      reply.type(`${type}; charset=utf-8`).send(readFileSync(path.join(import.meta.dirname, file), 'utf8')),
    )
  app.get('/calendar', forPeople, (request, reply) => {
    const email = mine(request)
    const given = Date.parse((request.query as Form).week ?? '')
    const day = new Date(Number.isNaN(given) ? context.now() : given)
    const monday = new Date(`${day.toISOString().slice(0, 10)}T00:00:00Z`)
    monday.setUTCDate(monday.getUTCDate() - ((monday.getUTCDay() + 6) % 7))
    const window = { from: monday.getTime() - 86_400_000, to: monday.getTime() + 8 * 86_400_000 }
    const rows = store.single(email, window).filter(({ status }) => status !== 'cancelled')
    return reply.type(asPage).send(calendarPage(context.base, { email, monday, rows, behaviour: store.behaviour() }))
  })
  app.get<{ Params: { code: string } }>('/meet/:code', forPeople, (request, reply) => {
    const { code } = request.params
    const row = accounts.flatMap(({ email }) => store.inCalendar(email)).find(({ conference }) => conference?.code === code)
    return reply
      .code(row ? 200 : 404)
      .type(asPage)
      .send(meetPage(context.base, row ?? null))
  })

  deed('add', (email, form) => void store.insert(email, eventIn(form, email), false))
  deed('move', (email, { eventId = '', ...form }) => {
    const row = store.find(email, eventId)
    if (row) store.patch(row, timesIn(form), false)
  })
  deed('drag', (email, { eventId = '', day = '', from = '' }) => {
    const row = store.find(email, eventId)
    if (row) store.patch(row, startingAt(row, day, from), false)
  })
  deed('decline', (email, { eventId = '' }) => {
    const row = store.find(email, eventId)
    if (!row) return
    const others = ((row.fields.attendees as { email: string }[] | undefined) ?? []).filter((each) => each.email !== email)
    store.patch(row, { attendees: [...others, { email, self: true, responseStatus: 'declined' }] }, false)
  })
  deed('delete', (email, { eventId = '' }) => {
    const row = store.find(email, eventId)
    if (row) store.remove(row)
  })
  deed('expire-tokens', () => store.behave({ generation: store.behaviour().generation + 1 }))
  deed('behave', (email, { pageSize, hasPendingRooms, hasFailingRooms, refusal = 'none', freeBusyError = 'none' }) => {
    const size = Math.trunc(Number(pageSize))
    const { [email]: _, ...others } = store.behaviour().freeBusyErrors
    const error = freeBusyErrors.find((each) => each === freeBusyError)
    store.behave({
      pageSize: size >= 1 && size <= 2_500 ? size : usualBehaviour.pageSize,
      hasPendingRooms: hasPendingRooms === 'on',
      hasFailingRooms: hasFailingRooms === 'on',
      refusal: refusal in refusals ? (refusal as keyof typeof refusals) : 'none',
      freeBusyErrors: error === undefined || error === 'none' ? others : { ...others, [email]: error },
    })
  })
}

const zone = 'Europe/Berlin'
const timesIn = ({ day = '', from = '', until = '' }: Form): Given =>
  from === '' || until === ''
    ? {
        start: { date: day, dateTime: null, timeZone: null },
        end: { date: dayAfter(day), dateTime: null, timeZone: null },
      }
    : {
        start: { dateTime: `${day}T${from}:00`, timeZone: zone, date: null },
        end: { dateTime: `${day}T${until}:00`, timeZone: zone, date: null },
      }
const dayAfter = (day: string, days = 1): string => {
  const at = Date.parse(day)
  if (Number.isNaN(at)) throw new CalendarRefusal('required')
  return new Date(at + days * 86_400_000).toISOString().slice(0, 10)
}
/** As long as it is, from another day or time on; what is all-day stays so. */
const startingAt = ({ start, end }: EventRow, day: string, from: string): Given => {
  if (start.date !== undefined) {
    const days = Math.round((Date.parse(end.date ?? start.date) - Date.parse(start.date)) / 86_400_000)
    return { start: { date: day }, end: { date: dayAfter(day, days) } }
  }
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d$/.test(`${day} ${from}`)) throw new CalendarRefusal('required')
  const begin = { dateTime: `${day}T${from}:00`, timeZone: zone }
  const endMs = momentOf(begin, zone) + momentOf(end, zone) - momentOf(start, zone)
  return { start: begin, end: { dateTime: new Date(endMs).toISOString(), timeZone: zone } }
}
const withoutNulls = (value: Given): Given => JSON.parse(JSON.stringify(value, (_name, each) => each ?? undefined)) as Given

const eventIn = (form: Form, email: string): Given => ({
  ...withoutNulls(timesIn(form)),
  summary: form.title,
  ...(form.isFree === 'on' && { transparency: 'transparent' }),
  ...(form.isPrivate === 'on' && { visibility: 'private' }),
  ...(form.isTentative === 'on' && { status: 'tentative' }),
  ...(form.repeats && /^(DAILY|WEEKLY)$/.test(form.repeats) && { recurrence: [`RRULE:FREQ=${form.repeats}`] }),
  attendees: [{ email, self: true, responseStatus: 'accepted' }],
})
