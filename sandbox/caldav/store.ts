import type { SimulatorContext } from '../simulators.ts'
import { rewritten, uidOf } from './events.ts'
import { DavRefusal, type ObjectRow, type ServerBehaviour, usualBehaviour } from './rows.ts'

export interface ServedCalendar {
  readonly name: string
  readonly title: string
  readonly isWritable: boolean
  readonly component: 'VEVENT' | 'VTODO'
}

/** What each person can have. The list of tasks is for programs to leave out; that of the team is there on request. */
export const allCalendars: readonly ServedCalendar[] = [
  { name: 'calendar', title: 'Calendar', isWritable: true, component: 'VEVENT' },
  { name: 'family', title: 'Family', isWritable: true, component: 'VEVENT' },
  { name: 'holidays', title: 'Holidays', isWritable: false, component: 'VEVENT' },
  { name: 'team', title: 'Team', isWritable: true, component: 'VEVENT' },
  { name: 'tasks', title: 'Tasks', isWritable: true, component: 'VTODO' },
]

export interface Place {
  readonly user: string
  readonly calendar: string
}

const idOf = ({ user, calendar }: Place, name: string): string => `${user} ${calendar} ${name}`
const tokenStart = 'urn:foyer-sandbox:sync:'

/** What is done with calendars, by programs and by people. */
export const openStore = (context: SimulatorContext) => {
  const objects = context.table<ObjectRow>('objects')
  const behaviours = context.table<ServerBehaviour>('behaviour')
  const behaviour = (): ServerBehaviour => ({ ...usualBehaviour, ...behaviours.find('now') })
  const lastChange = (): number => objects.list().reduce((last, { change }) => Math.max(last, change), 0)
  const rowsIn = ({ user, calendar }: Place): ObjectRow[] =>
    objects.list().filter((row) => row.user === user && row.calendar === calendar)
  const find = (place: Place, name: string): ObjectRow | undefined => {
    const row = objects.find(idOf(place, name))
    return row?.text == null ? undefined : row
  }
  const tokenOf = (change: number): string => `${tokenStart}${behaviour().generation}:${change}`

  return {
    behaviour,
    calendars: (): readonly ServedCalendar[] => allCalendars.filter(({ name }) => behaviour().present.includes(name)),
    behave: (wanted: Partial<ServerBehaviour>): void => void behaviours.put({ ...behaviour(), ...wanted }),
    find,
    list: (place: Place): ObjectRow[] =>
      rowsIn(place)
        .filter(({ text }) => text !== null)
        .sort((a, b) => a.change - b.change),
    people: (): string[] => [...new Set(objects.list().map(({ user }) => user))].sort(),
    count: (): number => objects.list().filter(({ text }) => text !== null).length,
    tokenNow: (): string => tokenOf(lastChange()),
    tokenOf,
    /** What changed since a token, the oldest change first; deleted ones only where a token was given. */
    since(place: Place, token: string): ObjectRow[] {
      const sorted = rowsIn(place).sort((a, b) => a.change - b.change)
      if (token === '') return sorted.filter(({ text }) => text !== null)
      const [generation, change] = token.startsWith(tokenStart) ? token.slice(tokenStart.length).split(':').map(Number) : []
      if (generation !== behaviour().generation || change === undefined || !(change <= lastChange()))
        throw new DavRefusal(403, 'd:valid-sync-token')
      return sorted.filter((row) => row.change > change)
    },
    put(place: Place, name: string, text: string): ObjectRow {
      const uid = uidOf(text)
      if (uid === null) throw new DavRefusal(403, 'c:valid-calendar-data')
      if (rowsIn(place).some((row) => row.uid === uid && row.text !== null && row.name !== name))
        throw new DavRefusal(403, 'c:no-uid-conflict')
      const kept = behaviour().rewrites ? rewritten(text) : text
      return objects.put({ id: idOf(place, name), ...place, name, uid, text: kept, change: lastChange() + 1 })
    },
    remove(row: ObjectRow): void {
      objects.put({ ...row, text: null, change: lastChange() + 1 })
    },
  }
}
export type Store = ReturnType<typeof openStore>

export const etagOf = ({ change }: ObjectRow): string => `"v${change}"`
