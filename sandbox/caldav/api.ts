import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SimulatorContext } from '../simulators.ts'
import { ofCalendar, ofHome, ofObject, ofPrincipal, ofRoot, type Paths, pathsOf } from './properties.ts'
import { propsIn, reportOf } from './reports.ts'
import { DavRefusal, type ObjectRow } from './rows.ts'
import { etagOf, type Place, type ServedCalendar, type Store } from './store.ts'
import { errorOf, found, multistatus, readBody } from './xml.ts'

type Params = { user: string; calendar: string; name: string }

/** Where it is, and where it has moved to. */
const roots = ['dav', 'moved'] as const

interface Asking {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly user: string
  readonly paths: Paths
}

const asXml = 'application/xml; charset=utf-8'

/** CalDAV (RFC 4791) with what it stands on: WebDAV (RFC 4918), how accounts are found (RFC 6764), and what changed (RFC 6578). */
export const serveDav = (app: FastifyInstance, context: SimulatorContext, store: Store): void => {
  for (const method of ['PROPFIND', 'REPORT'])
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method, { hasBody: true })
  app.addContentTypeParser(
    ['application/xml', 'text/xml', 'text/calendar'],
    { parseAs: 'string' },
    async (_request: unknown, body: string) => body,
  )
  const base = `${context.base}/caldav`
  const answer = (work: (asking: Asking) => FastifyReply) => (request: FastifyRequest, reply: FastifyReply) => {
    try {
      const user = userOf(request)
      const place = `${base}/${request.url.startsWith(`${app.prefix}/moved/`) ? 'moved' : 'dav'}`
      return work({ request, reply, user, paths: pathsOf(place, user) })
    } catch (error) {
      if (!(error instanceof DavRefusal)) throw error
      if (error.status === 401) reply.header('WWW-Authenticate', 'Basic realm="Sandbox"')
      return reply
        .code(error.status)
        .type(asXml)
        .send(error.condition === null ? '' : errorOf(error.condition))
    }
  }
  const kit = { app, base, store, answer }
  serveDiscovery(kit)
  serveLists(kit)
  serveObjects(kit)
}

interface Kit {
  readonly app: FastifyInstance
  readonly base: string
  readonly store: Store
  readonly answer: (work: (asking: Asking) => FastifyReply) => (request: FastifyRequest, reply: FastifyReply) => FastifyReply
}

/** Every user name has calendars, with any password but `wrong`. */
const userOf = (request: FastifyRequest): string => {
  const sent = /^Basic\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
  const [, user = '', password = ''] = /^([^:]*):(.*)$/s.exec(Buffer.from(sent, 'base64').toString('utf8')) ?? []
  if (!/^[\w.@+-]{1,100}$/.test(user) || password === '' || password === 'wrong') throw new DavRefusal(401)
  const { user: asked } = request.params as Partial<Params>
  if (asked !== undefined && asked !== user) throw new DavRefusal(403)
  return user
}

const davHeader = '1, 3, calendar-access'

/** Where the account is: `.well-known` leads there, and from there everything may lead elsewhere. */
const serveDiscovery = ({ app, base, store, answer }: Kit): void => {
  app.addHook('onRequest', async (request, reply) => {
    const path = request.url.slice(app.prefix.length)
    const { redirection } = store.behaviour()
    if (redirection === 'none' || !path.startsWith('/dav/')) return
    const rest = path.slice('/dav/'.length)
    const to = {
      moved: `${base}/moved/${rest}`,
      otherHost: `https://calendars.elsewhere.example/${rest}`,
      privateAddress: `http://10.0.0.1/${rest}`,
      endless: `${base}/dav/${rest}`,
    }[redirection]
    return reply
      .code(redirection === 'moved' ? 308 : 302)
      .header('Location', to)
      .send()
  })
  for (const method of ['GET', 'PROPFIND'])
    app.route({
      ...{ method, url: '/.well-known/caldav' },
      handler: (_request, reply) => reply.code(301).header('Location', `${base}/dav/`).send(),
    })
  const root = answer(({ request, reply, paths }) =>
    reply
      .code(207)
      .type(asXml)
      .send(multistatus([found(paths.root, wantedOf(request), ofRoot(paths))])),
  )
  app.route({ method: 'PROPFIND', url: '/', handler: root })
  const principal = answer(({ request, reply, paths, user }) =>
    reply
      .code(207)
      .type(asXml)
      .send(multistatus([found(paths.principal, wantedOf(request), ofPrincipal(paths, user))])),
  )
  for (const at of roots) {
    app.route({ method: 'OPTIONS', url: `/${at}/*`, handler: (_request, reply) => reply.header('DAV', davHeader).send() })
    app.route({ method: 'PROPFIND', url: `/${at}/`, handler: root })
    app.route({ method: 'PROPFIND', url: `/${at}/principals/:user/`, handler: principal })
  }
}

/** Without a body everything is wanted; of what calendars have that is little. */
const wantedOf = ({ body }: FastifyRequest): string[] => {
  const names = typeof body === 'string' && body.trim() !== '' ? propsIn(readBody(body)) : []
  return names.length > 0 ? names : ['d:resourcetype', 'd:displayname', 'd:getetag']
}

const calendarOf = (request: FastifyRequest, store: Store): ServedCalendar => {
  const calendar = store.calendars().find(({ name }) => name === (request.params as Params).calendar)
  if (!calendar) throw new DavRefusal(404)
  return calendar
}

const serveLists = ({ app, store, answer }: Kit): void => {
  const calendarResponse = (paths: Paths, wanted: readonly string[], calendar: ServedCalendar): string =>
    found(paths.calendar(calendar.name), wanted, ofCalendar(paths, calendar, store))
  const home = answer(({ request, reply, paths }) => {
    const wanted = wantedOf(request)
    const inside = request.headers.depth === '0' ? [] : store.calendars().map((each) => calendarResponse(paths, wanted, each))
    const own = found(paths.home, wanted, ofHome(paths))
    return reply
      .code(207)
      .type(asXml)
      .send(multistatus([own, ...inside]))
  })
  const calendar = answer(({ request, reply, paths, user }) => {
    const [wanted, asked] = [wantedOf(request), calendarOf(request, store)]
    const rows = request.headers.depth === '0' ? [] : store.list({ user, calendar: asked.name })
    const inside = rows.map((row) => found(paths.object(row), wanted, ofObject(paths, row)))
    return reply
      .code(207)
      .type(asXml)
      .send(multistatus([calendarResponse(paths, wanted, asked), ...inside]))
  })
  const report = answer(({ request, reply, paths, user }) => {
    const place: Place = { user, calendar: calendarOf(request, store).name }
    return reply
      .code(207)
      .type(asXml)
      .send(reportOf({ store, paths, place, body: readBody(request.body) }))
  })
  for (const at of roots) {
    app.route({ method: 'PROPFIND', url: `/${at}/calendars/:user/`, handler: home })
    app.route({ method: 'PROPFIND', url: `/${at}/calendars/:user/:calendar/`, handler: calendar })
    app.route({ method: 'REPORT', url: `/${at}/calendars/:user/:calendar/`, handler: report })
  }
}

/** RFC 9110, 13.1: a weak version matches no write. */
const isExpected = ({ headers }: FastifyRequest, row: ObjectRow | undefined): boolean => {
  const [match, noneMatch] = [headers['if-match'], headers['if-none-match']]
  const named = (list: string): string[] => list.split(',').map((each) => each.trim())
  if (match !== undefined && !(row && (match === '*' || named(match).includes(etagOf(row))))) return false
  return noneMatch === undefined || !row || !(noneMatch === '*' || named(noneMatch).includes(etagOf(row)))
}

const serveObjects = ({ app, store, answer }: Kit): void => {
  const placeOf = (request: FastifyRequest, user: string): { place: Place; row: ObjectRow | undefined } => {
    const place: Place = { user, calendar: calendarOf(request, store).name }
    return { place, row: store.find(place, (request.params as Params).name) }
  }
  const mustBeWritable = (request: FastifyRequest): void => {
    if (!calendarOf(request, store).isWritable) throw new DavRefusal(403, 'd:need-privileges')
  }
  const get = answer(({ request, reply, user }) => {
    const { row } = placeOf(request, user)
    if (!row) throw new DavRefusal(404)
    const etag = store.behaviour().etags === 'weak' ? `W/${etagOf(row)}` : etagOf(row)
    return reply.header('ETag', etag).type('text/calendar; charset=utf-8').send(row.text)
  })
  const put = answer(({ request, reply, user }) => {
    mustBeWritable(request)
    const { place, row } = placeOf(request, user)
    if (!isExpected(request, row)) throw new DavRefusal(412)
    const kept = store.put(place, (request.params as Params).name, typeof request.body === 'string' ? request.body : '')
    const { etags, rewrites } = store.behaviour()
    // What was stored is not what was sent, or that is not known: then no version is said (RFC 4791, 5.3.4).
    if (!rewrites && etags !== 'absent') reply.header('ETag', etags === 'weak' ? `W/${etagOf(kept)}` : etagOf(kept))
    return reply.code(row ? 204 : 201).send()
  })
  const remove = answer(({ request, reply, user }) => {
    mustBeWritable(request)
    const { row } = placeOf(request, user)
    if (!row) throw new DavRefusal(404)
    if (!isExpected(request, row)) throw new DavRefusal(412)
    store.remove(row)
    return reply.code(204).send()
  })
  for (const at of roots) {
    const url = `/${at}/calendars/:user/:calendar/:name`
    app.get(url, get)
    app.put(url, put)
    app.delete(url, remove)
  }
}
