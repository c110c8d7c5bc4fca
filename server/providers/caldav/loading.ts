import { ProviderError } from '#ports/provider-error.ts'
import { type DavCalls, type DavResource, readable, refusalOf, strongEtag } from './dav-calls.ts'
import type { CalendarObject } from './objects.ts'
import { escapeXml, xmlBody } from './xml.ts'

/** One object; null where there is none. */
export const loadObject = async (calls: DavCalls, url: string): Promise<CalendarObject | null> => {
  const answer = await calls.send({ operation: 'get event', method: 'GET', url, headers: { accept: 'text/calendar' } })
  if (answer.status === 404 || answer.status === 410) return null
  if (answer.status !== 200) throw refusalOf(answer, calls.now())
  if (answer.isCut) throw new ProviderError('broken', 'The calendar server returned half an event.')
  return { url, etag: strongEtag(answer.headers.etag), text: answer.body.toString('utf8') }
}

/** Those that are still there (RFC 4791, 7.9). Some servers answer with others beside, and some leave one out: that is asked for alone. */
export const loadObjects = async (
  calls: DavCalls,
  calendarUrl: string,
  urls: readonly string[],
): Promise<readonly CalendarObject[]> => {
  const hrefs = urls.map((url) => `<dav:href>${escapeXml(new URL(url).pathname)}</dav:href>`).join('')
  const body = xmlBody('caldav:calendar-multiget', `<dav:prop><dav:getetag/><caldav:calendar-data/></dav:prop>${hrefs}`)
  const found = await calls.list({ operation: 'calendar-multiget', method: 'REPORT', url: calendarUrl, depth: '1', body })
  // Servers write the same name in two ways: `@` in a list, and `%40` here.
  const answered = new Map((found?.resources ?? []).map((each) => [readable(each.url), each]))
  const objects: CalendarObject[] = []
  for (const url of urls) {
    const resource = answered.get(readable(url))
    if (resource?.status === 404 || resource?.status === 410) continue
    const text = resource?.property('caldav:calendar-data')?.text
    // Left out, it would count as deleted, and its time as free.
    const object = resource && text !== undefined ? { url, etag: etagOf(resource), text } : await loadObject(calls, url)
    if (object) objects.push(object)
  }
  return objects
}

export const isThere = ({ status }: DavResource): boolean => status === null || status === 200
export const etagOf = (resource: DavResource): string | null => strongEtag(resource.property('dav:getetag')?.text)
