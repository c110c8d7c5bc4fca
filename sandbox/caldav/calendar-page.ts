import { button, type Html, html, page } from '../html.ts'
import { type Shown, zone } from './events.ts'
import { etagKinds, type ObjectRow, redirections, type ServerBehaviour } from './rows.ts'
import { allCalendars } from './store.ts'

const dayMs = 86_400_000
const dayOf = ({ fromMs, isDay }: Shown): string =>
  isDay ? localDay(fromMs) : new Date(fromMs).toLocaleDateString('sv-SE', { timeZone: zone })
/** A day without a zone is read as one of this machine's. */
const localDay = (ms: number): string => new Date(ms).toLocaleDateString('sv-SE')
const clockOf = (ms: number): string => new Date(ms).toLocaleTimeString('sv-SE', { timeZone: zone, timeStyle: 'short' })

export interface ShownRow {
  readonly row: ObjectRow
  readonly occurrence: Shown
}

export interface Week {
  readonly user: string
  readonly people: readonly string[]
  readonly calendar: string
  readonly monday: Date
  readonly rows: readonly ShownRow[]
  readonly behaviour: ServerBehaviour
  /** What a member types to connect. */
  readonly address: string
}

/** A week of a person's calendar: by forms, and by dragging where there is a script. */
export const calendarPage = (base: string, week: Week): string => {
  const { user, people, calendar, monday, rows, behaviour, address } = week
  const path = `${base}/caldav/calendar`
  const dayAt = (n: number): string => new Date(monday.getTime() + n * dayMs).toISOString().slice(0, 10)
  const hidden = html`<input type="hidden" name="user" value="${user}"><input type="hidden" name="calendar" value="${calendar}"><input type="hidden" name="week" value="${dayAt(0)}">`
  const linkTo = (label: string, more: Partial<{ user: string; calendar: string; week: string }>): Html =>
    html`<a href="${path}?${new URLSearchParams({ user, calendar, week: dayAt(0), ...more }).toString()}">${label}</a>`
  const fields = { user, calendar, week: dayAt(0) }
  return page(
    base,
    'CalDAV · Sandbox',
    html`<main class="prose"><h1>Calendar server</h1>
<p>Address: <code>${address}</code>. Any user name signs in, with any password except <code>wrong</code>, and has these calendars.</p>
<p>${[...new Set([user, ...people])].map((each) => html`${each === user ? html`<strong>${each}</strong>` : linkTo(each, { user: each })} `)}</p>
<form method="get" action="${path}" class="fields"><p class="wide"><label>User name <input name="user" value="${user}" required pattern="[\\w.@+\\-]+" maxlength="100"></label></p><p class="wide"><button>Show</button></p></form>
<p>${allCalendars.filter(({ component }) => component === 'VEVENT').map(({ name, title }) => html`${name === calendar ? html`<strong>${title}</strong>` : linkTo(title, { calendar: name })} `)}</p>
<p>${linkTo('Week before', { week: dayAt(-7) })} ${linkTo('Week after', { week: dayAt(7) })}</p>
<p class="quiet">Times are those of ${zone}. Drag an event to another day, or open it.</p>
${Array.from({ length: 7 }, (_, n) => dayAt(n)).map((day) => daySection(path, { day, rows, hidden, fields }))}
<h2>Add an event</h2>
<form method="post" action="${path}/add" class="fields">${hidden}
<p class="wide"><label>Title <input name="title" required maxlength="200"></label></p>
<p class="wide"><label>Day <input type="date" name="day" value="${dayAt(0)}" required></label></p>
<p class="wide"><label>From <input type="time" name="from"></label></p>
<p class="wide"><label>Until <input type="time" name="until"></label> <span class="quiet">Without times it is all-day.</span></p>
<p class="wide"><label>Repeats <select name="repeats"><option value="">never</option><option value="DAILY">daily</option><option value="WEEKLY">weekly</option></select></label></p>
<p class="wide"><label><input type="checkbox" name="isFree"> Free</label></p>
<p class="wide"><label><input type="checkbox" name="isTentative"> Tentative</label></p>
<p class="wide"><label><input type="checkbox" name="isPrivate"> Private</label></p>
<p class="wide"><button class="main">Add event</button></p></form>
${behaviourForm(path, hidden, behaviour)}
${button(`${path}/forget`, 'Forget sync tokens', fields)}
</main>`,
    { script: 'caldav/calendar.js' },
  )
}

const behaviourForm = (path: string, hidden: Html, behaviour: ServerBehaviour): Html => {
  const choice = (name: string, label: string, all: Readonly<Record<string, string>>, chosen: string): Html =>
    html`<p class="wide"><label>${label} <select name="${name}">${Object.entries(all).map(([value, words]) => html`<option value="${value}"${value === chosen && html` selected`}>${words}</option>`)}</select></label></p>`
  const tick = (name: string, label: string, isOn: boolean): Html =>
    html`<p class="wide"><label><input type="checkbox" name="${name}"${isOn && html` checked`}> ${label}</label></p>`
  const present = allCalendars.filter(({ component }) => component === 'VEVENT')
  return html`<h2>Calendars that are there</h2>
<form method="post" action="${path}/present" class="fields">${hidden}
${present.map(({ name, title }) => tick(name, title, behaviour.present.includes(name)))}
<p class="wide"><button>Have these</button></p></form>
<h2>How the server behaves</h2>
<form method="post" action="${path}/behave" class="fields">${hidden}
${tick('hasSync', 'Lists what changed since a token (sync-collection)', behaviour.hasSync)}
${tick('hasCtag', 'Says whether anything changed (ctag)', behaviour.hasCtag)}
${tick('rewrites', 'Changes what it is given', behaviour.rewrites)}
<p class="wide"><label>Lists are cut after <input name="listSize" type="number" min="1" max="1000" value="${behaviour.listSize}"> events</label></p>
${choice('etags', 'Versions (etags)', etagKinds, behaviour.etags)}
${choice('redirection', 'Redirects', redirections, behaviour.redirection)}
<p class="wide"><button>Save</button></p></form>`
}

interface Day {
  readonly day: string
  readonly rows: readonly ShownRow[]
  readonly hidden: Html
  readonly fields: Readonly<Record<string, string>>
}

const daySection = (path: string, { day, rows, hidden, fields }: Day): Html => {
  const own = rows
    .filter(({ occurrence }) => dayOf(occurrence) === day)
    .sort((a, b) => a.occurrence.fromMs - b.occurrence.fromMs)
  return html`<section aria-label="${day}" data-day="${day}"><h2>${day}</h2>${
    own.length === 0
      ? html`<p class="quiet">Nothing</p>`
      : html`<ul>${own.map((each) => eventItem(path, each, { hidden, fields }))}</ul>`
  }</section>`
}

const eventItem = (path: string, { row, occurrence }: ShownRow, { hidden, fields }: Pick<Day, 'hidden' | 'fields'>): Html => {
  const { title, isDay, fromMs, untilMs, repeats, words } = occurrence
  const [from, until] = isDay ? ['', ''] : [clockOf(fromMs), clockOf(untilMs)]
  const shown = title || 'No title'
  const said = [isDay ? 'all day' : `${from}–${until}`, ...words, ...(repeats ? ['repeats: it is moved as a whole'] : [])]
  return html`<li draggable="true"><strong>${shown}</strong> ${said.join(', ')}
<details><summary>Change ${shown}</summary><form method="post" action="${path}/move" class="fields">${hidden}<input type="hidden" name="name" value="${row.name}">
<p class="wide"><label>Day <input type="date" name="day" value="${dayOf(occurrence)}" required></label></p>
<p class="wide"><label>From <input type="time" name="from" value="${from}"></label></p>
<p class="wide"><label>Until <input type="time" name="until" value="${until}"></label></p>
<p class="wide"><button>Move</button></p></form>
${button(`${path}/delete`, 'Delete', { ...fields, name: row.name })}</details></li>`
}
