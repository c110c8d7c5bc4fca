import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'node:test'
import { makeFindMailServer } from '#core/outbound/addresses.ts'
import { type Answer, makeHttp, type Sending } from '#core/outbound/http.ts'
import { readAllowedTarget } from '#shapes/networks.ts'
import { startMailServer } from '#test/mail/mail-server.ts'
import { startSmallImapServer } from '#test/support/imap-server.ts'
import { discoverServers, type Names } from './discovery.ts'

const loopback = readAllowedTarget('127.0.0.1')
const findMailServer = makeFindMailServer(loopback ? [loopback] : [])

type Said = Partial<Pick<Answer, 'status' | 'headers'>> & { readonly body?: string }
const signIn: Said = { status: 401, headers: { 'www-authenticate': 'Basic realm="dav"' } }
const moved = (location: string, status = 301): Said => ({ status, headers: { location } })
const website: Said = { status: 200, headers: { 'content-type': 'text/html' }, body: '<!doctype html><title>Hello</title>' }

/** What the internet says at these addresses. All others are asked in truth, behind the guard and without an entry in it. */
const internet = (answers: Record<string, Said> = {}, guard = makeHttp({ allowed: [], resolve: async () => ['10.0.0.1'] })) => {
  const sent: Sending[] = []
  return {
    sent,
    http: {
      async send(sending: Sending): Promise<Answer> {
        sent.push(sending)
        const said = answers[sending.url]
        if (!said) return guard.send(sending)
        const body = Buffer.from(said.body ?? '')
        return { status: said.status ?? 200, headers: said.headers ?? {}, body, isCut: false, url: sending.url }
      },
    },
  }
}
const { http } = internet()

/** A domain with these records. */
const names = (records: Record<string, [string, number, number][]>, texts: Record<string, string[]> = {}): Names => ({
  srv: async (name) => (records[name] ?? []).map(([host, port, priority]) => ({ name: host, port, priority })),
  txt: async (name) => texts[name] ?? [],
})

test('servers are those that the domain names, in their order, as far as they answer', async () => {
  const imap = await startSmallImapServer()
  const smtp = await startMailServer()
  const found = await discoverServers('jo@studio.example', {
    findMailServer,
    http: internet({ 'https://dav.studio.example:8443/dav/': signIn }).http,
    names: names(
      {
        '_imap._tcp.studio.example': [
          ['127.0.0.1', imap.port, 10],
          ['127.0.0.1', 1, 0],
        ],
        '_submission._tcp.studio.example': [['127.0.0.1', smtp.port, 0]],
        '_submissions._tcp.studio.example': [['.', 0, 0]],
        '_caldavs._tcp.studio.example': [['dav.studio.example.', 8443, 0]],
      },
      { '_caldavs._tcp.studio.example': ['path=/dav/'] },
    ),
  })
  assert.deepEqual(found, {
    imap: { host: '127.0.0.1', port: imap.port },
    smtp: { host: '127.0.0.1', port: smtp.port },
    caldav: 'https://dav.studio.example:8443/dav/',
  })
  await imap.stop()
  await smtp.stop()
})

test('a domain without records, and one that names an address inside a network, has none; large providers are known', async () => {
  const none = { imap: null, smtp: null, caldav: null }
  assert.deepEqual(await discoverServers('jo@studio.invalid', { findMailServer, http, names: names({}) }), none)
  const guarded = makeFindMailServer([])
  const imap = await startSmallImapServer()
  const inside = names({ '_imap._tcp.studio.invalid': [['127.0.0.1', imap.port, 0]] })
  assert.deepEqual(await discoverServers('jo@studio.invalid', { findMailServer: guarded, http, names: inside }), none)
  await imap.stop()
  const known = await discoverServers('Jo@GMX.de', { findMailServer: guarded, http, names: names({}) })
  assert.deepEqual(known.imap, { host: 'imap.gmx.net', port: 993 })
})

/** Nothing of mail answers. */
const noMail = makeFindMailServer([], async () => [])
const calendarOf = async (answers: Record<string, Said>, records: Record<string, [string, number, number][]> = {}) => {
  const { sent, http } = internet(answers)
  const { caldav } = await discoverServers('jo@studio.example', { findMailServer: noMail, http, names: names(records) })
  return { caldav, sent }
}
const wellKnown = 'https://studio.example/.well-known/caldav'
const srv = { '_caldavs._tcp.studio.example': [['dav.studio.example', 443, 0] as [string, number, number]] }

test('of an address alone the calendar is found behind .well-known, along its redirects, and what a website says is none', async () => {
  const hosted = { [wellKnown]: moved('https://dav.hoster.example/'), 'https://dav.hoster.example/': signIn }
  assert.equal((await calendarOf(hosted)).caldav, 'https://dav.hoster.example/')
  assert.equal(
    (await calendarOf({ [wellKnown]: moved('/remote.php/dav', 308), 'https://studio.example/remote.php/dav': signIn })).caldav,
    'https://studio.example/remote.php/dav',
  )
  const cloud = 'https://cloud.studio.example/.well-known/caldav'
  assert.equal((await calendarOf({ [wellKnown]: website, [cloud]: signIn })).caldav, cloud)
  const multistatus = { status: 207, body: '<d:multistatus xmlns:d="DAV:"/>' }
  assert.equal((await calendarOf({ [wellKnown]: multistatus })).caldav, wellKnown)
  for (const answer of [
    website,
    { status: 404 },
    { status: 401 },
    { status: 207, body: '<p>Hello</p>' },
    moved('https://www.studio.example/'),
  ])
    assert.equal((await calendarOf({ [wellKnown]: answer, 'https://www.studio.example/': website })).caldav, null)
})

test('a calendar server that the domain names is proposed before its website, if it answers', async () => {
  const named = 'https://dav.studio.example/.well-known/caldav'
  assert.equal((await calendarOf({ [named]: signIn, [wellKnown]: signIn }, srv)).caldav, named)
  assert.equal((await calendarOf({ [wellKnown]: signIn }, srv)).caldav, wellKnown)
})

test('no redirect of a domain leads out of TLS, in circles, or into a network, and no password is sent on the way', async () => {
  let connections = 0
  const inner = createServer((socket) => {
    connections += 1
    socket.destroy()
  }).listen(0, '127.0.0.1')
  await once(inner, 'listening')
  const { port } = inner.address() as AddressInfo
  const leads = [
    `https://127.0.0.1:${port}/dav/`,
    `https://localhost:${port}/`,
    `https://[::ffff:127.0.0.1]:${port}/`,
    'https://inside.studio.example/dav/',
    'http://dav.studio.example/',
    wellKnown,
    'https://',
  ]
  for (const lead of leads) {
    const { caldav, sent } = await calendarOf({ [wellKnown]: moved(lead), 'http://dav.studio.example/': signIn })
    assert.equal(caldav, null, lead)
    for (const { url, headers = {} } of sent) {
      assert.equal(new URL(url).protocol, 'https:')
      assert.ok(!Object.keys(headers).some((name) => /authorization|cookie/i.test(name)))
    }
  }
  assert.equal(connections, 0)
  // It listens: where the operator lists it, it is connected to.
  const guard = makeHttp({ allowed: loopback ? [loopback] : [] })
  const listed = internet({ [wellKnown]: moved(leads[0] ?? '') }, guard)
  await discoverServers('jo@studio.example', { findMailServer: noMail, http: listed.http, names: names({}) })
  assert.equal(connections, 1)
  await guard.destroy()
  inner.close()
})
