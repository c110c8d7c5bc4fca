import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Failure } from '#core/errors.ts'
import { html } from '#core/http/markup.ts'
import { sayTime } from '#shapes/time-texts.ts'
import type { TypeShown } from './book-markup.ts'
import { bookingPage, meetPage, movePage, type OpenedMeeting, type ShownBooking } from './manage-markup.ts'
import { addressWith, stringsOf } from './page-markup.ts'
import { localeOf, type Pages, textOf } from './pages.ts'
import { pickerOf } from './picking.ts'
import { isLostStart } from './troubles.ts'

interface At {
  Params: { token: string }
}

/** The pages behind the links of a booking's emails. */
export const addManagePages = (app: FastifyInstance, pages: Pages): void => {
  app.get<At>('/booking/:token', async (request, reply) => {
    const booking = await bookingOf(pages, request)
    if ('code' in booking) return pages.refuse(request, reply, booking)
    const said = textOf(request, 'said', /^[a-z_]{1,40}$/)
    return pages.send(request, reply, 200, bookingPage(booking, { locale: booking.locale, address: addressOf(request), said }))
  })

  app.get<At>('/booking/:token/move', (request, reply) => showMove(pages, request, reply, null))

  app.post<At & { Body: { start?: string } | undefined }>('/booking/:token/move', async (request, reply) => {
    const moved = await pages.ask(request, 'reschedule-booking', {
      token: request.params.token,
      start: request.body?.start ?? '',
    })
    if (!moved.failure) return back(request, reply, '', 'moved')
    // Where it can be moved no longer, its own page says so.
    return isLostStart(moved.failure)
      ? showMove(pages, request, reply, moved.failure)
      : back(request, reply, '', moved.failure.code)
  })

  app.post<At & { Body: { reason?: string; notMe?: string } | undefined }>('/booking/:token/cancel', async (request, reply) => {
    const { reason, notMe } = request.body ?? {}
    const token = request.params.token
    const done = await pages.ask(request, 'cancel-booking', { token, reason: reason || null, notMe: notMe === 'true' })
    return back(request, reply, '', done.failure ? done.failure.code : null)
  })

  app.get<At>('/meet/:token', async (request, reply) => {
    const answer = await pages.ask(request, 'open-meeting', { token: request.params.token })
    if (answer.failure) return pages.refuse(request, reply, answer.failure)
    const meeting = answer.body as OpenedMeeting
    if (meeting.url) return reply.header('Cache-Control', 'no-store').redirect(meeting.url, 303)
    const address = `/meet/${encodeURIComponent(request.params.token)}`
    return pages.send(request, reply, 200, meetPage(meeting, { locale: meeting.locale, address }))
  })
}

/** The free starts for a booking, its own time among them; after a start was lost with the nearest ones. */
const showMove = async (
  pages: Pages,
  request: FastifyRequest,
  reply: FastifyReply,
  failure: Failure | null,
): Promise<FastifyReply> => {
  const booking = await bookingOf(pages, request)
  if ('code' in booking) return pages.refuse(request, reply, booking)
  const wish = { orgId: booking.organization_slug, eventType: booking.event_type }
  const asked = await pages.ask(request, 'show-event-type', wish)
  if (asked.failure) return pages.refuse(request, reply, asked.failure)
  const type = (asked.body as { event_type: TypeShown }).event_type
  const address = addressOf(request)
  const { token } = request.params as { token: string }
  const found = await pickerOf(
    pages,
    request,
    { org: wish.orgId, type: wish.eventType, horizonDays: type.horizon_days, hostZone: booking.timezone, token },
    (slot, { locale }) =>
      `<form method="post" action="${html(addressWith(`${address}/move`, { lang: locale }))}"><button name="start" value="${html(slot.start)}">${html(slot.label)}</button></form>`,
  )
  if ('code' in found) return pages.refuse(request, reply, found)
  const { locale, zone } = found.choice
  const trouble = failure && {
    text: stringsOf(locale).lostMove,
    nearest: ((failure.facts.nearest ?? []) as string[]).map((start) => ({
      ...{ start, label: sayTime(new Date(start), { locale, zone }).short },
    })),
  }
  const self = addressWith(`${address}/move`, { lang: locale, zone })
  return pages.send(request, reply, failure?.status ?? 200, movePage(booking, { locale, address, trouble }, self, found.picker))
}

const addressOf = (request: FastifyRequest): string =>
  `/booking/${encodeURIComponent((request.params as { token: string }).token)}`

/** In the language that was chosen on the page, else that in which it was booked. */
export const bookingOf = async (pages: Pages, request: FastifyRequest): Promise<ShownBooking | Failure> => {
  const { token } = request.params as { token: string }
  const isChosen = textOf(request, 'lang', /./) !== null
  const answer = await pages.ask(request, 'show-booking', { token, ...(isChosen && { locale: localeOf(request) }) })
  return answer.failure ?? (answer.body as { booking: ShownBooking }).booking
}

/** After a POST, to the page: what is loaded again there acts no second time. */
const back = (request: FastifyRequest, reply: FastifyReply, page: string, said: string | null): FastifyReply => {
  const to = addressWith(`${addressOf(request)}${page}`, { lang: localeOf(request), said })
  return reply.header('Cache-Control', 'no-store').redirect(to, 303)
}
