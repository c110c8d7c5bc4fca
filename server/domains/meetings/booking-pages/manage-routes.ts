import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Failure } from '#core/errors.ts'
import { html } from '#core/http/markup.ts'
import { sayTime } from '#shapes/time-texts.ts'
import type { TypeShown } from './book-markup.ts'
import { bookingPage, meetPage, movePage, type OpenedMeeting, type ShownBooking } from './manage-markup.ts'
import { addressWith, stringsOf } from './page-markup.ts'
import { localeOf, type Pages, textOf } from './pages.ts'
import { pickerOf } from './picking.ts'
import type { Choice } from './slot-picker.ts'
import { sayChangeTrouble } from './troubles.ts'

interface At {
  Params: { token: string }
}

/** The pages behind the links of a booking's emails. */
export const addManagePages = (app: FastifyInstance, pages: Pages): void => {
  app.get<At>('/booking/:token', async (request, reply) => {
    const isMoved = textOf(request, 'said', /^moved$/) !== null
    return showBooking(pages, request, reply, { isMoved, failure: null, reason: null })
  })

  app.get<At>('/booking/:token/move', (request, reply) => showMove(pages, request, reply, null))

  app.post<At & { Body: { start?: string } | undefined }>('/booking/:token/move', async (request, reply) => {
    const moved = await pages.ask(request, 'reschedule-booking', {
      token: request.params.token,
      start: request.body?.start ?? '',
    })
    return moved.failure ? showMove(pages, request, reply, moved.failure) : back(request, reply, 'moved')
  })

  app.post<At & { Body: { reason?: string; notMe?: string } | undefined }>('/booking/:token/cancel', async (request, reply) => {
    const { reason, notMe } = request.body ?? {}
    const token = request.params.token
    const done = await pages.ask(request, 'cancel-booking', { token, reason: reason || null, notMe: notMe === 'true' })
    return done.failure
      ? showBooking(pages, request, reply, {
          isMoved: false,
          failure: done.failure,
          reason: notMe === 'true' ? null : (reason ?? ''),
        })
      : back(request, reply, null)
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

/** The page of a booking; after a cancellation was refused with why, and with the reason that was typed. */
const showBooking = async (
  pages: Pages,
  request: FastifyRequest,
  reply: FastifyReply,
  { isMoved, failure, reason }: { readonly isMoved: boolean; readonly failure: Failure | null; readonly reason: string | null },
): Promise<FastifyReply> => {
  const booking = await bookingOf(pages, request)
  if ('code' in booking) return pages.refuse(request, reply, booking)
  const { locale } = booking
  const trouble = failure && sayChangeTrouble(failure, stringsOf(locale), 'notCancelled')
  const page = bookingPage(booking, { locale, address: addressOf(request), isMoved, trouble, reason })
  return pages.send(request, reply, failure?.status ?? 200, page)
}

/** The free starts for a booking, its own time among them; after a try to move it was refused with why, and with the nearest ones. */
const showMove = async (
  pages: Pages,
  request: FastifyRequest,
  reply: FastifyReply,
  failure: Failure | null,
): Promise<FastifyReply> => {
  const booking = await bookingOf(pages, request)
  if ('code' in booking) return pages.refuse(request, reply, booking)
  if (!booking.can_change) return showBooking(pages, request, reply, { isMoved: false, failure, reason: null })
  const wish = { orgId: booking.organization_slug, eventType: booking.event_type }
  const asked = await pages.ask(request, 'show-event-type', { ...wish, locale: localeOf(request) })
  if (asked.failure) return pages.refuse(request, reply, asked.failure)
  const type = (asked.body as { event_type: TypeShown }).event_type
  const address = addressOf(request)
  const { token } = request.params as { token: string }
  const found = await pickerOf(
    pages,
    request,
    {
      ...{ org: wish.orgId, type: wish.eventType, token },
      ...{ horizonDays: type.horizon_days, hostZone: booking.timezone, at: booking.start },
    },
    (slot, choice) =>
      `<form method="post" action="${html(moveAddress(address, choice))}"><button name="start" value="${html(slot.start)}">${html(slot.label)}</button></form>`,
  )
  if ('code' in found) return pages.refuse(request, reply, found)
  const { locale, zone } = found.choice
  const trouble = failure && {
    text: sayChangeTrouble(failure, stringsOf(locale), 'notMoved'),
    nearest: ((failure.facts.nearest ?? []) as string[]).map((start) => ({
      ...{ start, label: sayTime(new Date(start), { locale, zone }).short },
    })),
  }
  const self = moveAddress(address, found.choice)
  const asksAgain = type.approval && booking.status === 'confirmed'
  const page = movePage(booking, { locale, address, action: self, asksAgain, trouble }, self, found.picker)
  return pages.send(request, reply, failure?.status ?? 200, page)
}

/** With what the visitor has chosen, which stays where a start is lost. */
const moveAddress = (address: string, { locale, zone, month, day }: Choice): string =>
  addressWith(`${address}/move`, { lang: locale, zone, month, day })

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
const back = (request: FastifyRequest, reply: FastifyReply, said: 'moved' | null): FastifyReply => {
  const to = addressWith(addressOf(request), { lang: localeOf(request), said })
  return reply.header('Cache-Control', 'no-store').redirect(to, 303)
}
