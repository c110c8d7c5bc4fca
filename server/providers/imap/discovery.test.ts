import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeFindMailServer } from '#core/outbound/addresses.ts'
import { readAllowedTarget } from '#shapes/networks.ts'
import { startMailServer } from '#test/mail/mail-server.ts'
import { startSmallImapServer } from '#test/support/imap-server.ts'
import { discoverServers, type Names } from './discovery.ts'

const loopback = readAllowedTarget('127.0.0.1')
const findMailServer = makeFindMailServer(loopback ? [loopback] : [])

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
  assert.deepEqual(await discoverServers('jo@studio.invalid', { findMailServer, names: names({}) }), none)
  const guarded = makeFindMailServer([])
  const imap = await startSmallImapServer()
  const inside = names({ '_imap._tcp.studio.invalid': [['127.0.0.1', imap.port, 0]] })
  assert.deepEqual(await discoverServers('jo@studio.invalid', { findMailServer: guarded, names: inside }), none)
  await imap.stop()
  const known = await discoverServers('Jo@GMX.de', { findMailServer: guarded, names: names({}) })
  assert.deepEqual(known.imap, { host: 'imap.gmx.net', port: 993 })
})
