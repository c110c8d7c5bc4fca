import { html } from '#core/http/markup.ts'
import type { Brand } from '#domains/platform/business-identity/brands.ts'
import { put } from '#shapes/texts.ts'
import { addressWith, shell, stringsOf } from './page-markup.ts'

/** What `show-booking` answers. */
export interface ShownBooking {
  readonly event: string
  readonly organization: string
  readonly brand: Brand
  readonly organization_slug: string
  readonly event_type: string
  readonly status: 'pending' | 'confirmed' | 'cancelled'
  readonly start: string
  readonly timezone: string
  readonly locale: string
  readonly time: string
  readonly when: string
  readonly host_time: string | null
  readonly hosts: readonly string[]
  readonly place: { readonly kind: string; readonly address?: string }
  readonly meeting_link: string | null
  readonly email: string
  /** Of the latest email; null where none went out, or it is long over. */
  readonly email_state: 'sent' | 'sending' | 'not_sent' | null
  readonly reason: string | null
  readonly can_change: boolean
  /** Null where the link did not come with an email. */
  readonly opted_out: boolean | null
}

interface Visit {
  readonly locale: string
  /** `/booking/<token>`, with the proof of an email where it came with one. */
  readonly address: string
}

interface BookingVisit extends Visit {
  readonly isMoved: boolean
  /** Why the last try to change it came to nothing. */
  readonly trouble: string | null
  /** The reason of a cancellation that was not accepted; null where none was sent. */
  readonly reason: string | null
}

/** The page of a booking. It shows, and its forms act; following a link never does. */
export const bookingPage = (booking: ShownBooking, { locale, address, isMoved, trouble, reason }: BookingVisit): string => {
  const strings = stringsOf(locale)
  const lang = { lang: locale }
  const self = addressWith(address, lang)
  const isOver = booking.status === 'cancelled'
  // That it can be changed no longer stands there already: as an alert, where a try was too late.
  const tooLate = `<p${trouble === null ? '' : ' class="trouble" role="alert"'}>${html(strings.tooLate)}</p>`
  const again = `/book/${encodeURIComponent(booking.organization_slug)}/${encodeURIComponent(booking.event_type)}`
  return shell(
    { locale, title: `${booking.event} · ${booking.organization}`, self, brand: booking.brand },
    `<main><h1>${html(isMoved && !isOver ? strings.moved : strings[booking.status])}</h1>
${trouble !== null && booking.can_change ? `<p class="trouble" role="alert">${html(trouble)}</p>` : ''}
<p class="when"><strong>${html(booking.when)}</strong>${booking.host_time && !isOver ? `<br><span>${html(put(strings.there, { time: booking.time, other: booking.host_time }))}</span>` : ''}</p>
<p class="facts">${html(booking.event)}${booking.hosts.length > 0 ? ` · ${html(put(strings.with, { people: booking.hosts.join(', ') }))}` : ''}</p>
${isOver ? '' : placeOf(booking, locale)}
${booking.status === 'pending' ? `<p>${html(put(strings.pendingSays, { organization: booking.organization }))}</p>` : ''}
${isOver ? `<p><a class="main" href="${html(addressWith(again, lang))}">${html(strings.bookAgain)}</a></p>` : mailOf(booking, locale)}
${booking.can_change ? formsOf(address, locale, reason) : isOver ? '' : tooLate}
${notMeOf(booking, address, locale)}
</main>`,
  )
}

/**
 * What a booker sees in a frame of a website once they have booked. It shows and has nothing that acts: what acts opens on a page of its
 * own, which stands in no frame.
 */
export const bookedPage = (
  booking: ShownBooking,
  { locale, self, manage }: { locale: string; self: string; manage: string },
): string => {
  const strings = stringsOf(locale)
  return shell(
    { locale, title: `${booking.event} · ${booking.organization}`, self, brand: booking.brand },
    `<main data-booked>
<h1>${html(strings[booking.status])}</h1>
<p class="when"><strong>${html(booking.when)}</strong>${booking.host_time ? `<br><span>${html(put(strings.there, { time: booking.time, other: booking.host_time }))}</span>` : ''}</p>
<p class="facts">${html(booking.event)}${booking.hosts.length > 0 ? ` · ${html(put(strings.with, { people: booking.hosts.join(', ') }))}` : ''}</p>
${booking.status === 'pending' ? `<p>${html(put(strings.pendingSays, { organization: booking.organization }))}</p>` : ''}
${mailOf(booking, locale)}
<p><a class="main" href="${html(addressWith(manage, { lang: locale }))}" target="_blank" rel="noopener">${html(strings.changeIt)}</a></p>
</main>`,
  )
}

/** That the details were sent is said once a provider has them. */
const mailOf = ({ email, email_state: state }: ShownBooking, locale: string): string => {
  if (state === null) return ''
  const { mailSent, mailSending, mailNotSent } = stringsOf(locale)
  const says = { sent: mailSent, sending: mailSending, not_sent: mailNotSent }[state]
  return `<p>${html(put(says, { email }))}</p>`
}

const placeOf = ({ place, meeting_link }: ShownBooking, locale: string): string => {
  const strings = stringsOf(locale)
  if (place.kind === 'address') return `<p>${html(strings.place)}: ${html(place.address ?? '')}</p>`
  if (place.kind === 'phone') return `<p>${html(strings.byPhone)}</p>`
  return meeting_link ? `<p><a class="main" href="${html(meeting_link)}">${html(strings.join)}</a></p>` : ''
}

const formsOf = (address: string, locale: string, reason: string | null): string => {
  const strings = stringsOf(locale)
  const to = (path: string): string => html(addressWith(`${address}${path}`, { lang: locale }))
  return `<p><a href="${to('/move')}">${html(strings.reschedule)}</a></p>
<details${reason === null ? '' : ' open'}><summary>${html(strings.cancel)}</summary>
<form method="post" action="${to('/cancel')}" class="details"><h2>${html(strings.cancelTitle)}</h2>
<p><label for="reason">${html(strings.reason)} <small>(${html(strings.optional)})</small></label><textarea id="reason" name="reason" rows="2" maxlength="500">${html(reason ?? '')}</textarea></p>
<p><button class="main">${html(strings.cancel)}</button></p></form></details>`
}

/** For the reader of the email alone: a booker could opt out an address that they only typed. */
const notMeOf = ({ opted_out: isOut, can_change: cancels }: ShownBooking, address: string, locale: string): string => {
  const strings = stringsOf(locale)
  if (isOut === null) return ''
  if (isOut) return `<p>${html(strings.optedOut)}</p>`
  return `<details><summary>${html(strings.notMe)}</summary>
<form method="post" action="${html(addressWith(`${address}/cancel`, { lang: locale }))}" class="details"><p>${html(cancels ? strings.notMeSays : strings.notMeOnly)}</p><input type="hidden" name="notMe" value="true">
<p><button class="main">${html(strings.notMe)}</button></p></form></details>`
}

interface Moving extends Visit {
  /** Where its forms go. */
  readonly action: string
  /** Another start waits for its host to approve it again. */
  readonly asksAgain: boolean
  /** Why the last try did not move it, with the nearest starts where another booker was faster. */
  readonly trouble: {
    readonly text: string
    readonly nearest: readonly { readonly start: string; readonly label: string }[]
  } | null
}

/** The page on which a booking gets another start. Each start is a button: choosing acts, so it is no link. */
export const movePage = (
  booking: ShownBooking,
  { locale, address, action, asksAgain, trouble }: Moving,
  self: string,
  picker: string,
): string => {
  const strings = stringsOf(locale)
  const nearest = trouble?.nearest ?? []
  return shell(
    { locale, title: `${strings.reschedule} · ${booking.event}`, self, brand: booking.brand },
    `<main><h1>${html(strings.reschedule)}</h1>
<p class="when"><strong>${html(booking.when)}</strong></p>
${asksAgain ? `<p>${html(put(strings.asksAgain, { organization: booking.organization }))}</p>` : ''}
${trouble ? `<p class="trouble" role="alert">${html(trouble.text)}</p>` : ''}
${nearest.length > 0 ? `<form method="post" action="${html(action)}"><fieldset class="nearest"><legend>${html(strings.nearest)}</legend>${nearest.map(({ start, label }) => `<button name="start" value="${html(start)}">${html(label)}</button>`).join('')}</fieldset></form>` : ''}
<p><a href="${html(addressWith(address, { lang: locale }))}">${html(strings.back)}</a></p>
${picker}</main>`,
  )
}

/** What `open-meeting` answers. */
export interface OpenedMeeting {
  readonly url: string | null
  readonly event: string
  readonly organization: string
  readonly brand: Brand
  readonly cancelled: boolean
  readonly room_failed: boolean
  readonly when: string
  readonly hosts: readonly { readonly name: string; readonly email: string }[]
  readonly locale: string
}

/** Where a meeting link leads until there is a room: when it begins, and whom to reach. */
export const meetPage = (meeting: OpenedMeeting, { locale, address }: Visit): string => {
  const strings = stringsOf(locale)
  return shell(
    {
      locale,
      title: `${meeting.event} · ${meeting.organization}`,
      self: addressWith(address, { lang: locale }),
      brand: meeting.brand,
    },
    `<main><h1>${html(meeting.cancelled ? strings.cancelled : meeting.event)}</h1>
<p class="when"><strong>${html(meeting.when)}</strong></p>
${meeting.cancelled ? '' : `<p>${html(meeting.room_failed ? strings.noRoom : strings.notYet)}</p>`}
${meeting.hosts.length === 0 ? '' : `<p>${html(strings.reach)}</p>`}<ul>${meeting.hosts.map(({ name, email }) => `<li>${html(name)}: <a href="mailto:${html(email)}">${html(email)}</a></li>`).join('')}</ul></main>`,
  )
}
