import { zoneDefinition } from './events.ts'
import type { ObjectRow } from './rows.ts'
import { etagOf, type ServedCalendar, type Store } from './store.ts'
import { escaped, tag } from './xml.ts'

export type Properties = Readonly<Record<string, string>>

/** Paths of one account, below where the server is at the moment. */
export const pathsOf = (root: string, user: string) => {
  const home = `${root}/calendars/${encodeURIComponent(user)}/`
  return {
    root: `${root}/`,
    principal: `${root}/principals/${encodeURIComponent(user)}/`,
    home,
    calendar: (name: string): string => `${home}${encodeURIComponent(name)}/`,
    object: (row: Pick<ObjectRow, 'calendar' | 'name'>): string =>
      `${home}${encodeURIComponent(row.calendar)}/${encodeURIComponent(row.name)}`,
  }
}
export type Paths = ReturnType<typeof pathsOf>

const href = (path: string): string => tag('d:href', escaped(path))

/** Of every resource. */
const common = (paths: Paths): Properties => ({ 'd:current-user-principal': href(paths.principal) })

export const ofRoot = (paths: Paths): Properties => ({ ...common(paths), 'd:resourcetype': tag('d:collection') })

export const ofPrincipal = (paths: Paths, user: string): Properties => ({
  ...common(paths),
  'd:resourcetype': tag('d:principal'),
  'd:displayname': escaped(user),
  'd:principal-URL': href(paths.principal),
  'c:calendar-home-set': href(paths.home),
  ...(user.includes('@') && { 'c:calendar-user-address-set': href(`mailto:${user}`) }),
})

export const ofHome = (paths: Paths): Properties => ({ ...common(paths), 'd:resourcetype': tag('d:collection') })

const rights = (names: readonly string[]): string => names.map((name) => tag('d:privilege', tag(name))).join('')
const reports = (names: readonly string[]): string =>
  names.map((name) => tag('d:supported-report', tag('d:report', tag(name)))).join('')

export const ofCalendar = (paths: Paths, calendar: ServedCalendar, store: Store): Properties => {
  const { hasSync, hasCtag } = store.behaviour()
  return {
    ...common(paths),
    'd:resourcetype': tag('d:collection') + tag('c:calendar'),
    'd:displayname': escaped(calendar.title),
    'c:supported-calendar-component-set': tag('c:comp', '', ` name="${calendar.component}"`),
    'c:calendar-timezone': escaped(zoneDefinition),
    'd:current-user-privilege-set': rights(calendar.isWritable ? ['d:read', 'd:write', 'd:write-content'] : ['d:read']),
    'd:supported-report-set': reports([
      ...['c:calendar-query', 'c:calendar-multiget'],
      ...(hasSync ? ['d:sync-collection'] : []),
    ]),
    ...(hasSync && { 'd:sync-token': store.tokenNow() }),
    ...(hasCtag && { 'cs:getctag': store.tokenNow() }),
  }
}

export const ofObject = (paths: Paths, row: ObjectRow): Properties => ({
  ...common(paths),
  'd:resourcetype': '',
  'd:getetag': escaped(etagOf(row)),
  'd:getcontenttype': 'text/calendar; component=vevent',
  'c:calendar-data': escaped(row.text ?? ''),
})
