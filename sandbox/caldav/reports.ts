import { occurrencesIn } from './events.ts'
import { ofObject, type Paths } from './properties.ts'
import { DavRefusal, type ObjectRow } from './rows.ts'
import type { Place, Store } from './store.ts'
import { childOf, type Element, found, multistatus, only, within } from './xml.ts'

interface Asked {
  readonly store: Store
  readonly paths: Paths
  readonly place: Place
  readonly body: Element
}

export const propsIn = (body: Element): string[] => (childOf(body, 'd:prop')?.children ?? []).map(({ name }) => name)

/** REPORT of a calendar (RFC 4791, 7; RFC 6578, 3). */
export const reportOf = (asked: Asked): string => {
  const { body, store } = asked
  if (body.name === 'c:calendar-query') return queryOf(asked)
  if (body.name === 'c:calendar-multiget') return multigetOf(asked)
  if (body.name === 'd:sync-collection' && store.behaviour().hasSync) return syncOf(asked)
  throw new DavRefusal(403, 'd:supported-report')
}

const isCut = 'd:number-of-matches-within-limits'

const queryOf = ({ store, paths, place, body }: Asked): string => {
  const range = within(body, 'c:time-range')?.attributes
  const uid = within(body, 'c:text-match')?.text.trim()
  const wanted = store
    .list(place)
    .filter((row) => uid === undefined || row.uid === uid)
    .filter(({ text }) => !range || occurrencesIn(text ?? '', momentOf(range.start), momentOf(range.end)).length > 0)
  const shown = wanted.slice(0, store.behaviour().listSize)
  const rest = shown.length < wanted.length ? [only(paths.calendar(place.calendar), 507, isCut)] : []
  return multistatus([...shown.map((row) => found(paths.object(row), propsIn(body), ofObject(paths, row))), ...rest])
}

/** `20270203T090000Z` */
const momentOf = (stamp: string | undefined): number => {
  const at = Date.parse((stamp ?? '').replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (Number.isNaN(at)) throw new DavRefusal(400, 'c:valid-filter')
  return at
}

const multigetOf = ({ store, paths, place, body }: Asked): string => {
  const hrefs = body.children.filter(({ name }) => name === 'd:href').map(({ text }) => text.trim())
  return multistatus(
    hrefs.map((href) => {
      const row = store.find(place, decodeURIComponent(href.split('/').at(-1) ?? ''))
      return row ? found(href, propsIn(body), ofObject(paths, row)) : only(href, 404)
    }),
  )
}

const syncOf = ({ store, paths, place, body }: Asked): string => {
  const changed = store.since(place, childOf(body, 'd:sync-token')?.text.trim() ?? '')
  const shown = changed.slice(0, store.behaviour().listSize)
  const last = shown.at(-1)
  const isWhole = shown.length === changed.length
  const response = (row: ObjectRow): string =>
    row.text === null ? only(paths.object(row), 404) : found(paths.object(row), propsIn(body), ofObject(paths, row))
  // Cut off, with the token to go on with (RFC 6578, 3.6).
  const rest = isWhole ? [] : [only(paths.calendar(place.calendar), 507, isCut)]
  const token = isWhole || !last ? store.tokenNow() : store.tokenOf(last.change)
  return multistatus([...shown.map(response), ...rest], token)
}
