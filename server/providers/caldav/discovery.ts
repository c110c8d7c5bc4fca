import type { ProviderCalendar } from '#ports/calendars.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { zoneOfDefinition } from '#shapes/icalendar/read-zones.ts'
import { type DavCalls, type DavResource, type Multistatus, readable } from './dav-calls.ts'
import { childOf, childrenOf, type XmlName, xmlBody } from './xml.ts'

export const propfind = (...names: XmlName[]): string =>
  xmlBody('dav:propfind', `<dav:prop>${names.map((name) => `<${name}/>`).join('')}</dav:prop>`)

/**
 * Where an account's calendars are (RFC 6764, 6): at the address that the member typed, at `.well-known/caldav` of its host, or at its
 * root; from there by the principal to its calendars. An address may be that of a calendar itself.
 */
const findHome = async (calls: DavCalls): Promise<readonly string[]> => {
  const { origin } = calls
  const places = [...(origin.pathname === '/' ? [] : [origin.href]), `${origin.origin}/.well-known/caldav`, `${origin.origin}/`]
  let refusal: unknown = null
  for (const url of places) {
    try {
      const homes = await homesAt(calls, url)
      if (homes.length > 0) return homes
    } catch (error) {
      // Wrong passwords, and servers that are away, are so everywhere.
      if (!(error instanceof ProviderError) || (error.kind !== 'refused' && error.kind !== 'broken')) throw error
      refusal = error
    }
  }
  throw refusal ?? new ProviderError('refused', 'No calendars were found at this address.')
}

const homesAt = async (calls: DavCalls, url: string): Promise<readonly string[]> => {
  const body = propfind('dav:current-user-principal', 'caldav:calendar-home-set', 'dav:resourcetype')
  const found = await calls.list({ operation: 'find account', method: 'PROPFIND', url, depth: '0', body })
  const [resource] = found?.resources ?? []
  if (!resource) return []
  const homes = hrefsIn(resource, 'caldav:calendar-home-set', calls)
  if (homes.length > 0) return homes
  if (isCalendar(resource)) return [resource.url]
  const [principal] = hrefsIn(resource, 'dav:current-user-principal', calls)
  if (!principal) return []
  const operation = 'find calendars of principal'
  const asked = {
    operation,
    method: 'PROPFIND',
    url: principal,
    depth: '0',
    body: propfind('caldav:calendar-home-set'),
  } as const
  const [own] = (await calls.list(asked))?.resources ?? []
  return own ? hrefsIn(own, 'caldav:calendar-home-set', calls) : []
}

const hrefsIn = (resource: DavResource, name: XmlName, { resolve }: DavCalls): readonly string[] =>
  childrenOf(resource.property(name), 'dav:href')
    .slice(0, 10)
    .map(({ text }) => resolve(text, resource.url))

const isCalendar = (resource: DavResource): boolean => !!childOf(resource.property('dav:resourcetype'), 'caldav:calendar')

/** More than any account has. */
const mostCalendars = 500

const aboutCalendar = propfind(
  ...(['dav:resourcetype', 'dav:displayname', 'dav:current-user-privilege-set', 'caldav:calendar-timezone'] as const),
  'caldav:supported-calendar-component-set',
)

/** The calendars that events are in. Those for tasks or addresses are left out. */
export const listCalendars = async (calls: DavCalls, known: readonly string[]): Promise<readonly ProviderCalendar[]> => {
  const body = aboutCalendar
  const all = new Map<string, DavResource>()
  for (const url of await findHome(calls)) {
    const found: Multistatus | null = await calls.list({
      operation: 'list calendars',
      method: 'PROPFIND',
      url,
      depth: '1',
      body,
    })
    for (const each of found?.resources ?? []) if (isCalendar(each) && takesEvents(each)) all.set(each.url, each)
  }
  const kept = await keepKnown(calls, all, known)
  const calendars = [...kept].slice(0, mostCalendars).map(([id, each]) => ({
    id,
    name: (each.property('dav:displayname')?.text.trim() || nameIn(each.url)).slice(0, 200),
    zone: zoneOfDefinition(each.property('caldav:calendar-timezone')?.text ?? '', calls.now().getTime()),
    isWritable: isWritable(each),
  }))
  // Nothing of the protocol says which one is usual: the one that is named so, or the first that can be written.
  const usual = /^(default|calendar|personal|home|kalender|privat|work)$/i
  const primary =
    calendars.find(({ id, isWritable }) => isWritable && usual.test(nameIn(id))) ??
    calendars.find(({ isWritable }) => isWritable) ??
    calendars[0]
  return calendars.map((each) => ({ ...each, isPrimary: each === primary }))
}

/**
 * Calendars by their ids. One that was known under another address, and is still reached by that, has its old id: a server that moves would
 * otherwise have none of those that are read, and new ones in their place.
 */
const keepKnown = async (
  calls: DavCalls,
  all: ReadonlyMap<string, DavResource>,
  known: readonly string[],
): Promise<ReadonlyMap<string, DavResource>> => {
  const kept = new Map(all)
  for (const id of known.filter((each) => !all.has(each))) {
    const found = await findKnown(calls, id)
    if (!found) continue
    kept.delete(found.url)
    kept.set(id, all.get(found.url) ?? found)
  }
  return kept
}

/** Null where it is gone, or not shared any more. */
const findKnown = async (calls: DavCalls, id: string): Promise<DavResource | null> => {
  try {
    const asked = { operation: 'find calendar', method: 'PROPFIND', url: id, depth: '0', body: aboutCalendar } as const
    const [resource] = (await calls.list(asked))?.resources ?? []
    return resource && isCalendar(resource) ? resource : null
  } catch (error) {
    if (error instanceof ProviderError && error.code === '403') return null
    throw error
  }
}

const nameIn = (url: string): string => {
  const name = new URL(url).pathname.split('/').filter(Boolean).at(-1) ?? ''
  return readable(name)
}

/** A server that does not say takes all (RFC 4791, 5.2.3). */
const takesEvents = (resource: DavResource): boolean => {
  const kinds = resource.property('caldav:supported-calendar-component-set')
  return !kinds || childrenOf(kinds, 'caldav:comp').some(({ attributes }) => attributes.name?.toUpperCase() === 'VEVENT')
}

/** A server that does not speak of rights is tried. */
const isWritable = (resource: DavResource): boolean => {
  const rights = resource.property('dav:current-user-privilege-set')
  if (!rights) return true
  const named = childrenOf(rights, 'dav:privilege')
  return (['dav:all', 'dav:write', 'dav:write-content'] as const).some((right) => named.some((each) => childOf(each, right)))
}
