import { Resolver } from 'node:dns/promises'
import { connect as connectPlain } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { domainToASCII } from 'node:url'
import type { FindMailServer } from '#core/outbound/addresses.ts'
import type { Http } from '#core/outbound/http.ts'
import type { FoundServers, ServerPlace } from '#ports/mailboxes.ts'
import { findCalendarServer } from '../caldav/finding.ts'

/** Names of servers: what stands in the DNS is a proposal, which the member sees before a password goes there. */
export interface Names {
  srv(name: string): Promise<readonly { readonly name: string; readonly port: number; readonly priority: number }[]>
  txt(name: string): Promise<readonly string[]>
}

const dnsNames = (): Names => {
  const resolver = new Resolver({ timeout: 2_000, tries: 1 })
  return {
    srv: async (name) => resolver.resolveSrv(name).catch(() => []),
    txt: async (name) => (await resolver.resolveTxt(name).catch(() => [])).map((parts) => parts.join('')),
  }
}

const probeMs = 4_000
/** Of several in the DNS. */
const mostTried = 3

const icloud: FoundServers = {
  imap: at('imap.mail.me.com', 993),
  smtp: at('smtp.mail.me.com', 587),
  caldav: 'https://caldav.icloud.com/',
}
const gmx: FoundServers = { imap: at('imap.gmx.net', 993), smtp: at('mail.gmx.net', 587), caldav: 'https://caldav.gmx.net/' }

/** Those whose servers have names of their own, and no SRV records. From their help pages. */
const known: Readonly<Record<string, FoundServers>> = {
  'icloud.com': icloud,
  'me.com': icloud,
  'mac.com': icloud,
  'yahoo.com': {
    imap: at('imap.mail.yahoo.com', 993),
    smtp: at('smtp.mail.yahoo.com', 465),
    caldav: 'https://caldav.calendar.yahoo.com/',
  },
  'gmx.de': gmx,
  'gmx.net': gmx,
  'web.de': { imap: at('imap.web.de', 993), smtp: at('smtp.web.de', 587), caldav: 'https://caldav.web.de/' },
}

function at(host: string, port: number): ServerPlace {
  return { host, port }
}

/**
 * The servers of an address: as its domain says (SRV, RFC 6186, RFC 8314, RFC 6764; `.well-known` for the calendar), as large providers
 * name theirs, or under the usual names. Only what answers is proposed; no name and no password is sent.
 */
export const discoverServers = async (
  email: string,
  {
    findMailServer,
    http,
    names = dnsNames(),
  }: { readonly findMailServer: FindMailServer; readonly http: Pick<Http, 'send'>; readonly names?: Names },
): Promise<FoundServers> => {
  const domain = domainToASCII(email.slice(email.lastIndexOf('@') + 1)).toLowerCase()
  const listed = known[domain]
  if (listed) return listed
  const answers = (place: ServerPlace): Promise<boolean> => probe(findMailServer, place)
  const usual = (names: readonly string[], ports: readonly number[]): ServerPlace[] =>
    names.flatMap((name) => ports.map((port) => at(`${name}${domain}`, port)))
  const [imap, smtp, caldav] = await Promise.all([
    firstOf(
      [...(await placesOf(names, domain, ['_imaps._tcp', '_imap._tcp'])), ...usual(['imap.', 'mail.', ''], [993])],
      answers,
    ),
    firstOf(
      [
        ...(await placesOf(names, domain, ['_submissions._tcp', '_submission._tcp'])),
        ...usual(['smtp.', 'mail.', ''], [465, 587]),
      ],
      answers,
    ),
    calendarsNamed(names, domain).then((named) => findCalendarServer(domain, { http, named })),
  ])
  return { imap, smtp, caldav }
}

const placesOf = async (names: Names, domain: string, services: readonly string[]): Promise<readonly ServerPlace[]> => {
  const found = await Promise.all(services.map((service) => names.srv(`${service}.${domain}`)))
  return found.flatMap((records) =>
    [...records]
      .sort((a, b) => a.priority - b.priority)
      // A dot stands for: not offered.
      .filter(({ name }) => name !== '' && name !== '.')
      .slice(0, mostTried)
      .map(({ name, port }) => at(name.toLowerCase().replace(/\.$/, ''), port)),
  )
}

/** What the domain names of calendar servers with TLS (RFC 6764), each with its path. */
const calendarsNamed = async (names: Names, domain: string): Promise<readonly string[]> => {
  const service = '_caldavs._tcp'
  const places = await placesOf(names, domain, [service])
  if (places.length === 0) return []
  const path = (await names.txt(`${service}.${domain}`)).map((text) => /^path=(\/\S*)$/.exec(text)?.[1]).find(Boolean)
  return places.map(({ host, port }) => `https://${host}${port === 443 ? '' : `:${port}`}${path ?? '/.well-known/caldav'}`)
}

/** All are asked at once; the first of the list that answers is it. */
const firstOf = async (
  places: readonly ServerPlace[],
  answers: (place: ServerPlace) => Promise<boolean>,
): Promise<ServerPlace | null> => {
  const found = await Promise.all(places.map(answers))
  return places.find((_, index) => found[index]) ?? null
}

/** Whether there is a server: by its certificate, or by its greeting. */
const probe = async (findMailServer: FindMailServer, { host, port }: ServerPlace): Promise<boolean> => {
  const { addresses } = await findMailServer(host, port)
  const [address] = addresses
  if (address === undefined) return false
  return new Promise((resolve) => {
    const isSecure = port === 993 || port === 465
    const socket = isSecure
      ? connectTls({ host: address, port, servername: host, minVersion: 'TLSv1.2' })
      : connectPlain({ host: address, port })
    const end = (isThere: boolean): void => {
      resolve(isThere)
      socket.destroy()
    }
    socket.setTimeout(probeMs, () => end(false))
    socket.on('error', () => end(false))
    socket.on('close', () => end(false))
    if (isSecure) socket.on('secureConnect', () => end(true))
    else socket.once('data', (chunk) => end(/^(220|\* OK)/.test(chunk.toString('latin1', 0, 10))))
  })
}
