import { button, type Html, html, page } from '../../html.ts'
import { accounts } from '../rows.ts'
import { momentOf } from './occurrences.ts'
import { type CalendarBehaviour, type EventRow, freeBusyErrors } from './rows.ts'

const zone = 'Europe/Berlin'
const dayMs = 86_400_000
const dayOf = (row: EventRow): string =>
  row.start.date ?? new Date(momentOf(row.start, zone)).toLocaleDateString('sv-SE', { timeZone: zone })
const clockOf = (at: number): string => new Date(at).toLocaleTimeString('sv-SE', { timeZone: zone, timeStyle: 'short' })

const minuteOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))
const lengthOf = (row: EventRow): number => Math.round((momentOf(row.end, zone) - momentOf(row.start, zone)) / 60_000)

interface Shown {
  readonly email: string
  readonly monday: Date
  readonly rows: readonly EventRow[]
  readonly behaviour: CalendarBehaviour
}

/** A week of a person's calendar: by forms, and by dragging where there is a script. */
export const calendarPage = (base: string, { email, monday, rows, behaviour }: Shown): string => {
  const path = `${base}/google/calendar`
  const week = monday.toISOString().slice(0, 10)
  const days = Array.from({ length: 7 }, (_, n) => new Date(monday.getTime() + n * dayMs).toISOString().slice(0, 10))
  const hidden = html`<input type="hidden" name="email" value="${email}"><input type="hidden" name="week" value="${week}">`
  const linkTo = (label: string, to: string, who = email): Html =>
    html`<a href="${path}?${new URLSearchParams({ email: who, week: to }).toString()}">${label}</a>`
  const weekAt = (n: number): string => new Date(monday.getTime() + n * dayMs).toISOString().slice(0, 10)
  const refusalNames = ['none', 'rateLimitExceeded', 'userRateLimitExceeded', 'quotaExceeded', 'insufficientPermissions']
  return page(
    base,
    'Calendar · Sandbox',
    html`<main class="prose"><h1>Calendar</h1><p class="quiet">${email}</p>
<p>${accounts.map((each) => html`${linkTo(each.name, week, each.email)} `)}</p>
<p>${linkTo('Week before', weekAt(-7))} ${linkTo('Week after', weekAt(7))}</p>
<p class="quiet">Times are those of ${zone}.</p>
${weekByHours(path, days, hidden)}
${days.map((day) => {
  const own = rows.filter((row) => dayOf(row) === day).sort((a, b) => momentOf(a.start, zone) - momentOf(b.start, zone))
  return html`<section aria-label="${day}"><h2>${day}</h2>${own.length === 0 ? html`<p class="quiet">Nothing</p>` : html`<ul>${own.map((row) => eventItem(path, row, { email, week, hidden }))}</ul>`}</section>`
})}
<h2>Add an event</h2>
<form method="post" action="${path}/add" class="fields">${hidden}
<p class="wide"><label>Title <input name="title" required maxlength="200"></label></p>
<p class="wide"><label>Day <input type="date" name="day" value="${week}" required></label></p>
<p class="wide"><label>From <input type="time" name="from"></label></p>
<p class="wide"><label>Until <input type="time" name="until"></label> <span class="quiet">Without times it is all-day.</span></p>
<p class="wide"><label>Repeats <select name="repeats"><option value="">never</option><option value="DAILY">daily</option><option value="WEEKLY">weekly</option></select></label></p>
<p class="wide"><label><input type="checkbox" name="isFree"> Free</label></p>
<p class="wide"><label><input type="checkbox" name="isTentative"> Tentative</label></p>
<p class="wide"><label><input type="checkbox" name="isPrivate"> Private</label></p>
<p class="wide"><button class="main">Add event</button></p></form>
<h2>How Google behaves</h2>
<form method="post" action="${path}/behave" class="fields">${hidden}
<p class="wide"><label>Events of a page <input name="pageSize" type="number" min="1" max="2500" value="${behaviour.pageSize}"></label></p>
<p class="wide"><label><input type="checkbox" name="hasPendingRooms"${behaviour.hasPendingRooms && html` checked`}> Rooms stay pending</label></p>
<p class="wide"><label><input type="checkbox" name="hasFailingRooms"${behaviour.hasFailingRooms && html` checked`}> Rooms fail</label></p>
<p class="wide"><label>freeBusy answers for this calendar <select name="freeBusyError">${freeBusyErrors.map((name) => html`<option value="${name}"${name === (behaviour.freeBusyErrors[email] ?? 'none') && html` selected`}>${name === 'none' ? 'its busy times' : `the error ${name}`}</option>`)}</select></label></p>
<p class="wide"><label>Refuse calls with <select name="refusal">${refusalNames.map((name) => html`<option${name === behaviour.refusal && html` selected`}>${name}</option>`)}</select></label></p>
<p class="wide"><button>Save</button></p></form>
${button(`${path}/expire-tokens`, 'Expire sync tokens', { email, week })}
</main>
<link rel="stylesheet" href="${path}/week.css">`,
    { script: 'google/calendar/week.js' },
  )
}

const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)
const headOf = (day: string): string =>
  new Date(day).toLocaleDateString('en-GB', { weekday: 'short', day: 'numeric', timeZone: 'UTC' })

/** Filled by the script, from the list of events; without one there are their forms. */
const weekByHours = (
  path: string,
  days: readonly string[],
  hidden: Html,
): Html => html`<section class="week" aria-label="Week by hours" hidden>
<p class="quiet" id="how">Drag an event to another day or time. By the keyboard: the arrow keys, then Enter; Escape leaves it where it was.</p>
<p class="spoken" role="status"></p>
<div class="scroll" tabindex="0" role="group" aria-label="Hours"><div class="grid">
<div class="corner"></div><div class="heads">${days.map((day) => html`<div>${headOf(day)}</div>`)}</div>
<div class="hours" aria-hidden="true">${hours.map((hour) => html`<div>${hour}</div>`)}</div><div class="days">${days.map((day) => html`<div data-day="${day}"></div>`)}</div>
</div></div>
<form method="post" action="${path}/drag">${hidden}<input type="hidden" name="eventId"><input type="hidden" name="day"><input type="hidden" name="from"></form>
</section>`

const eventItem = (path: string, row: EventRow, given: { email: string; week: string; hidden: Html }): Html => {
  const isDay = row.start.date !== undefined
  const [from, until] = isDay ? ['', ''] : [clockOf(momentOf(row.start, zone)), clockOf(momentOf(row.end, zone))]
  const title = String(row.fields.summary ?? 'No title')
  const declined = ((row.fields.attendees as { email: string; responseStatus?: string }[] | undefined) ?? []).some(
    (each) => each.email === given.email && each.responseStatus === 'declined',
  )
  const words = [
    isDay ? 'all day' : `${from}–${until}`,
    row.fields.transparency === 'transparent' && 'free',
    row.status === 'tentative' && 'tentative',
    row.fields.visibility === 'private' && 'private',
    declined && 'declined',
    row.recurringEventId !== null && 'repeats',
  ]
  const fields = { eventId: row.eventId, email: given.email, week: given.week }
  const place = isDay ? null : html` data-from="${minuteOf(from)}" data-minutes="${lengthOf(row)}"`
  return html`<li data-event="${row.eventId}" data-day="${dayOf(row)}"${place}><strong>${title}</strong> ${words.filter(Boolean).join(', ')}
<details><summary>Change ${title}</summary><form method="post" action="${path}/move" class="fields">${given.hidden}<input type="hidden" name="eventId" value="${row.eventId}">
<p class="wide"><label>Day <input type="date" name="day" value="${dayOf(row)}" required></label></p>
<p class="wide"><label>From <input type="time" name="from" value="${from}"></label></p>
<p class="wide"><label>Until <input type="time" name="until" value="${until}"></label></p>
<p class="wide"><button>Move</button></p></form>
${button(`${path}/decline`, 'Decline', fields)} ${button(`${path}/delete`, 'Delete', fields)}</details></li>`
}

/** The room that a link leads to. */
export const meetPage = (base: string, row: EventRow | null): string =>
  page(
    base,
    'Meet · Sandbox',
    row === null || row.status === 'cancelled'
      ? html`<main class="prose"><h1>No meeting here</h1><p>The code is wrong, or the meeting was deleted.</p></main>`
      : html`<main class="prose"><h1>${String(row.fields.summary ?? 'Meeting')}</h1>
<p>${new Date(momentOf(row.start, zone)).toISOString()} to ${new Date(momentOf(row.end, zone)).toISOString()}</p>
<h2>In the room</h2><ul><li>${row.calendarId}</li>${((row.fields.attendees as { email: string }[] | undefined) ?? []).map(({ email }) => html`<li>${email}</li>`)}</ul></main>`,
  )
