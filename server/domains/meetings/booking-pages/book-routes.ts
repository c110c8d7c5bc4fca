import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Failure } from '#core/errors.ts'
import { html } from '#core/http/markup.ts'
import { cityOf, sayTime } from '#shapes/time-texts.ts'
import { formPage, lostPage, pickPage, type Typed, type TypeShown, typesPage } from './book-markup.ts'
import { bookedPage } from './manage-markup.ts'
import { bookingOf } from './manage-routes.ts'
import { addressWith, stringsOf } from './page-markup.ts'
import { localeOf, type Pages, textOf } from './pages.ts'
import { choiceOf, findStart, pickerOf } from './picking.ts'
import { isLostStart, sayTrouble } from './troubles.ts'

interface At {
  Params: { org: string; type: string }
}

const startPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

/** A start as our own links have it. What looks like one and is on no calendar, such as the 30th of February, is none. */
const asStart = (text: string | null | undefined): string => {
  if (!text || !startPattern.test(text)) return ''
  const ms = Date.parse(text)
  return Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 19) !== text.slice(0, 19) ? '' : text
}

/** The pages on which a meeting is booked. */
export const addBookPages = (app: FastifyInstance, pages: Pages): void => {
  app.get<{ Params: { org: string } }>('/book/:org', async (request, reply) => {
    const { org } = request.params
    const answer = await pages.ask(request, 'list-published-calendars', { orgId: org })
    if (answer.failure) return pages.refuse(request, reply, answer.failure)
    const { calendars } = answer.body as { calendars: { event_types: { slug: string; name: string; minutes: number }[] }[] }
    const bySlug = new Map(calendars.flatMap(({ event_types }) => event_types.map((type) => [type.slug, type] as const)))
    const locale = localeOf(request)
    const framed = pages.frameOf(request) && { frame: textOf(request, 'frame', /./), theme: textOf(request, 'theme', /./) }
    const types = [...bySlug.values()].map((type) => ({
      ...type,
      address: addressWith(`/book/${encodeURIComponent(org)}/${encodeURIComponent(type.slug)}`, { lang: locale, ...framed }),
    }))
    return pages.send(request, reply, 200, typesPage(org, types, { locale, self: addressWith(request.url, { lang: locale }) }))
  })

  app.get<At>('/book/:org/:type', async (request, reply) => {
    const type = await typeOf(pages, request)
    if ('code' in type) return pages.refuse(request, reply, type)
    const start = asStart(textOf(request, 'start', /./))
    const asked = { ...wishOf(request), horizonDays: type.horizon_days, hostZone: type.host_zone }
    if (start !== '') {
      const found = await findStart(pages, request, asked, start)
      return found?.isFree === false
        ? showLost(pages, request, reply, type, { start, nearest: found.nearest })
        : showForm(pages, request, reply, type, { start, typed: {}, failure: null })
    }
    const found = await pickerOf(pages, request, asked, (slot, { zone, locale }) => {
      const to = addressWith(request.url, { start: slot.start, zone, lang: locale })
      return `<a href="${html(to)}">${html(slot.label)}</a>`
    })
    if ('code' in found) return pages.refuse(request, reply, found)
    const { locale, zone } = found.choice
    return pages.send(
      request,
      reply,
      200,
      pickPage(type, { locale, self: addressWith(request.url, { lang: locale, zone }) }, found.picker),
    )
  })

  app.post<At & { Body: Typed | undefined }>('/book/:org/:type', async (request, reply) => {
    const type = await typeOf(pages, request)
    if ('code' in type) return pages.refuse(request, reply, type)
    const typed = request.body ?? {}
    const locale = localeOf(request)
    if (typed.back === 'true') {
      await pages.ask(request, 'release-hold', { orgId: wishOf(request).org, hold: typed.hold ?? '' })
      return reply.header('Cache-Control', 'no-store').redirect(addressWith(request.url, { start: null, lang: locale }), 303)
    }
    const { zone } = choiceOf(request, type.host_zone, pages.now())
    const start = asStart(typed.isoTime)
    const said = start === '' ? null : sayTime(new Date(start), { locale, zone })
    const booked = await pages.ask(
      request,
      'booking',
      {
        ...{ orgId: wishOf(request).org, eventType: type.slug, isoTime: start, timezone: zone, locale },
        ...{ name: typed.name ?? '', email: typed.email ?? '', phone: typed.phone || null, company: typed.company || null },
        ...{ date: said?.day ?? '-', time: said?.time ?? '-', hold: typed.hold || null, answers: answersOf(type, typed) },
      },
      // The start is part of it: another one, after the first was lost, is another request.
      typed.key ? `${typed.key}.${start}` : undefined,
    )
    if (booked.failure) return showForm(pages, request, reply, type, { start, typed, failure: booked.failure })
    const { manageLink } = booked.body as { manageLink: string }
    const manage = new URL(manageLink).pathname
    const [path = '', query = ''] = request.url.split('?')
    const to = pages.frameOf(request)
      ? addressWith(`${path}/booked/${manage.split('/').at(-1)}?${query}`, { start: null, lang: locale })
      : addressWith(manage, { lang: locale })
    return reply.header('Cache-Control', 'no-store').redirect(to, 303)
  })

  app.get<{ Params: At['Params'] & { token: string } }>('/book/:org/:type/booked/:token', async (request, reply) => {
    const type = await typeOf(pages, request)
    if ('code' in type) return pages.refuse(request, reply, type)
    const booking = await bookingOf(pages, request)
    if ('code' in booking) return pages.refuse(request, reply, booking)
    const manage = `/booking/${encodeURIComponent(request.params.token)}`
    const locale = localeOf(request)
    // The list of websites is that of the workspace in the address: a booking of another one is not shown there.
    if (booking.organization_slug !== type.organization_slug || !pages.frameOf(request))
      return reply.header('Cache-Control', 'no-store').redirect(addressWith(manage, { lang: locale }), 303)
    const self = addressWith(request.url, { lang: locale })
    return pages.send(request, reply, 200, bookedPage(booking, { locale, self, manage }))
  })
}

const wishOf = (request: FastifyRequest): { org: string; type: string } => request.params as { org: string; type: string }

const typeOf = async (pages: Pages, request: FastifyRequest): Promise<TypeShown | Failure> => {
  const { org, type } = wishOf(request)
  const answer = await pages.ask(request, 'show-event-type', { orgId: org, eventType: type, locale: localeOf(request) })
  return answer.failure ?? (answer.body as { event_type: TypeShown }).event_type
}

const answersOf = (type: TypeShown, typed: Typed): Record<string, string | boolean> =>
  Object.fromEntries(
    type.questions.map(({ key, kind }) => {
      const value = typed[`answers.${key}`] ?? ''
      return [key, kind === 'yes_no' ? value === 'true' : value]
    }),
  )

/** The fields of the form, by their names. */
const fieldsOf = ({ questions }: TypeShown): string[] => [
  ...['name', 'email', 'phone', 'company'],
  ...questions.map(({ key }) => `answers.${key}`),
]

/** Those that have to be filled in. */
const requiredOf = ({ questions, place }: TypeShown): string[] => [
  ...['name', 'email', ...(place === 'phone' ? ['phone'] : [])],
  ...questions.filter(({ required }) => required).map(({ key }) => `answers.${key}`),
]

/** Where a link leads whose start is past, taken, or was never offered: no form that could only fail, but the nearest starts. */
const showLost = (
  pages: Pages,
  request: FastifyRequest,
  reply: FastifyReply,
  type: TypeShown,
  { start, nearest }: { readonly start: string; readonly nearest: readonly string[] },
): FastifyReply => {
  const { zone, locale } = choiceOf(request, type.host_zone, pages.now())
  const said = (instant: string) => sayTime(new Date(instant), { locale, zone })
  const page = lostPage(type, {
    ...{ locale, self: addressWith(request.url, { lang: locale, zone, start }), when: said(start).whole },
    nearest: nearest.map((instant) => ({
      label: said(instant).short,
      address: addressWith(request.url, { start: instant, zone, lang: locale }),
    })),
  })
  return pages.send(request, reply, 200, page)
}

/** The form, new or after a try that came to nothing: with what was typed, and the nearest starts where this one is lost. */
const showForm = (
  pages: Pages,
  request: FastifyRequest,
  reply: FastifyReply,
  type: TypeShown,
  { start, typed, failure }: { readonly start: string; readonly typed: Typed; readonly failure: Failure | null },
): FastifyReply => {
  const { zone, locale } = choiceOf(request, type.host_zone, pages.now())
  const strings = stringsOf(locale)
  if (start === '') return reply.redirect(addressWith(request.url, { start: null, lang: locale }), 303)
  const time = (instant: string) => sayTime(new Date(instant), { locale, zone })
  const said = time(start)
  const there = sayTime(new Date(start), { locale, zone: type.host_zone })
  const differs = there.time !== said.time || there.day !== said.day
  const isLost = failure !== null && isLostStart(failure)
  const nearest = isLost ? ((failure.facts.nearest ?? []) as string[]) : []
  const field = failure && fieldsOf(type).includes(failure.field ?? '') ? (failure.field ?? null) : null
  const page = formPage(type, {
    ...{ locale, zone, start, typed, key: typed.key ?? randomUUID(), hold: typed.hold ?? null },
    self: addressWith(request.url, { lang: locale, zone, start }),
    time: { when: said.whole, time: said.time, host_time: differs ? `${there.time} (${cityOf(type.host_zone)})` : null },
    failure: failure && {
      text: sayTrouble(failure, strings, field === null ? undefined : (typed[field] ?? '')),
      // What the form does not ask for stands above it: it would be seen nowhere.
      field,
      missing: field === null ? [] : requiredOf(type).filter((name) => (typed[name] ?? '').trim() === ''),
      nearest: nearest.map((instant) => ({ start: instant, label: time(instant).short })),
    },
  })
  return pages.send(request, reply, failure ? failure.status : 200, page)
}
