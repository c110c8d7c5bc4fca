import { html } from '#core/http/markup.ts'
import { languageOf } from '#shapes/languages.ts'
import { put } from '#shapes/texts.ts'
import { cityOf } from '#shapes/time-texts.ts'
import { addDays, weekdayOf, weekdays } from '#shapes/wall-clocks.ts'
import { zoneNames } from '#shapes/zones.ts'
import { addressWith, stringsOf } from './page-markup.ts'

/** What `list-slots` answers of one start. */
export interface SlotShown {
  readonly start: string
  readonly date: string
  readonly label: string
  readonly offset: string
}

/** What a visitor has chosen so far; all of it stands in the address. */
export interface Choice {
  readonly locale: string
  readonly zone: string
  /** `2027-03` */
  readonly month: string
  /** `2027-03-01`; null until one is chosen. */
  readonly day: string | null
}

/** A month as a calendar whose free days are links, and the starts of the day that is chosen. Works without a script. */
export const slotPicker = (
  address: string,
  choice: Choice,
  slots: readonly SlotShown[],
  { linkOf, bounds }: { readonly linkOf: (slot: SlotShown) => string; readonly bounds: { first: string; last: string } },
): string => {
  const strings = stringsOf(choice.locale)
  const days = new Set(slots.map(({ date }) => date))
  const ofDay = choice.day === null ? [] : slots.filter(({ date }) => date === choice.day)
  return `${zoneForm(address, choice)}
<section aria-labelledby="days"><h2 id="days">${html(strings.pickDay)}</h2>
${monthTable(address, choice, days, bounds)}
${days.size === 0 ? `<p role="status">${html(strings.noneInMonth)}</p>` : ''}</section>
${
  choice.day === null
    ? ''
    : `<section aria-labelledby="starts" id="day"><h2 id="starts">${html(put(strings.free, { day: dayName(choice.day, choice.locale) }))}</h2>
${ofDay.length === 0 ? `<p role="status">${html(strings.noneOnDay)}</p>` : `<ul class="starts">${ofDay.map((slot) => `<li>${linkOf(slot)}</li>`).join('')}</ul>`}</section>`
}`
}

/** A plain date in words: it is a day of a calendar, in no zone. */
const dayName = (day: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

const monthTable = (
  address: string,
  { month, day, locale }: Choice,
  free: ReadonlySet<string>,
  bounds: { readonly first: string; readonly last: string },
): string => {
  const strings = stringsOf(locale)
  const first = `${month}-01`
  const before = weekdays.indexOf(weekdayOf(first))
  const cells: (string | null)[] = Array.from({ length: before }, () => null)
  for (let each = first; each.startsWith(month); each = addDays(each, 1)) cells.push(each)
  while (cells.length % 7 > 0) cells.push(null)
  const name = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${first}T00:00:00Z`),
  )
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' })
  // The first of January 2024 was a Monday.
  const heads = weekdays.map((_, at) => `<th scope="col">${html(weekday.format(new Date(Date.UTC(2024, 0, 1 + at))))}</th>`)
  const cell = (each: string | null): string => {
    if (each === null) return '<td></td>'
    const number = Number(each.slice(8))
    if (!free.has(each)) return `<td><span>${number}</span></td>`
    const to = addressWith(address, { day: each, month })
    return `<td><a href="${html(to)}#day"${each === day ? ' aria-current="date"' : ''} aria-label="${html(dayName(each, locale))}">${number}</a></td>`
  }
  const rows = Array.from(
    { length: cells.length / 7 },
    (_, at) =>
      `<tr>${cells
        .slice(at * 7, at * 7 + 7)
        .map(cell)
        .join('')}</tr>`,
  )
  const go = (to: string, text: string, isThere: boolean): string =>
    isThere ? `<a href="${html(addressWith(address, { month: to, day: null }))}">${html(text)}</a>` : '<span></span>'
  const earlier = addDays(first, -1).slice(0, 7)
  const later = addDays(first, 32).slice(0, 7)
  return `<div class="month">${go(earlier, strings.earlier, earlier >= bounds.first)}<strong>${html(name)}</strong>${go(later, strings.later, later <= bounds.last)}</div>
<table class="days"><caption class="hidden">${html(name)}</caption><thead><tr>${heads.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table>`
}

/** Zones by region, each by its city. What was chosen stays in the address. */
const zoneForm = (address: string, { zone, locale }: Choice): string => {
  const strings = stringsOf(locale)
  const known = zoneNames()
  const names = known.includes(zone) ? known : [zone, ...known]
  const groups = Map.groupBy(names, (name) => name.split('/')[0] ?? name)
  const options = [...groups]
    .map(
      ([region, zones]) =>
        `<optgroup label="${html(region)}">${zones.map((name) => `<option value="${html(name)}"${name === zone ? ' selected' : ''}>${html(cityOf(name))}</option>`).join('')}</optgroup>`,
    )
    .join('')
  const url = new URL(address, 'http://here.invalid')
  const kept = [...url.searchParams]
    .filter(([name]) => name !== 'zone')
    .map(([name, value]) => `<input type="hidden" name="${html(name)}" value="${html(value)}">`)
    .join('')
  return `<form class="zone" method="get" action="${html(url.pathname)}" data-zone>${kept}<label for="zone">${html(strings.zone)}</label><select id="zone" name="zone" lang="${languageOf(locale)}">${options}</select><button>${html(strings.change)}</button></form>`
}
