import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { freePort } from '#test/support/free-port.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { until } from '../support/until.ts'
import { smuggled } from './ambiguous-requests.ts'
import { speak, statusesIn } from './raw.ts'
import { deliveriesOf } from './tenant-rows.ts'

const page = readFileSync(path.join(import.meta.dirname, '../../docs/operating.md'), 'utf8')
/** What the page for operators tells them to write. */
const snippet = (language: string): string => {
  const found = new RegExp(`\`\`\`${language}\n(.*?)\n\`\`\``, 's').exec(page)?.[1]
  if (!found) throw new Error(`docs/operating.md has no ${language}`)
  return found
}

const proxies = [
  {
    name: 'nginx',
    isHere: spawnSync('nginx', ['-v']).status === 0,
    configure: (port: number, to: string, folder: string) => {
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (kind) => `${kind}_temp_path ${folder}/${kind};`,
      )
      const server = snippet('nginx').replace('http://127.0.0.1:3000', to)
      return `daemon off; pid ${folder}/pid; error_log ${folder}/errors;${process.getuid?.() === 0 ? ' user root;' : ''}
events {}
http { access_log off; ${temporary.join(' ')} server { listen 127.0.0.1:${port}; ${server} } }`
    },
    args: (file: string) => ['-c', file],
  },
  {
    name: 'haproxy',
    isHere: spawnSync('haproxy', ['-v']).status === 0,
    configure: (port: number, to: string) =>
      `${snippet('haproxy')
        .replace(/bind .*/, `bind 127.0.0.1:${port}`)
        .replace('127.0.0.1:3000', new URL(to).host)}\n`,
    args: (file: string) => ['-db', '-f', file],
  },
]

let app: TestApp
let folder: string
const running: ChildProcess[] = []
before(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'foyer-proxies-'))
  app = await startApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
})
after(async () => {
  for (const child of running) {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  await app.stop()
  rmSync(folder, { recursive: true })
})

for (const { name, isHere, configure, args } of proxies)
  test(`behind ${name}, as docs/operating.md has it, an ambiguous request is answered to its sender only`, {
    skip: isHere ? false : `${name} is not installed here`,
  }, async () => {
    const [port, file] = [await freePort(), path.join(folder, name)]
    writeFileSync(file, configure(port, app.url, mkdtempSync(path.join(folder, 'of-'))))
    running.push(spawn(name, args(file), { stdio: 'ignore' }))
    const url = `http://127.0.0.1:${port}`
    const health = async () => (await fetch(`${url}/healthz`)).text()
    const healthy = await until(name, async () => (await fetch(`${url}/healthz`).catch(() => null))?.ok && health())

    const [someone, last] = [
      await app.given.organization(),
      'GET /healthz HTTP/1.1\r\nHost: foyer.test\r\nConnection: close\r\n\r\n',
    ]
    const key = await app.given.key(someone.orgId)
    const answered = new Set<string>()
    for (const [what, bytes] of smuggled(key.text)) {
      const { text } = await speak(url, [`${bytes}${last}`], {
        waitMs: 2_000,
        until: (so) => so.includes(healthy),
      })
      assert.ok(!statusesIn(text).some((status) => [500, 502, 503, 504].includes(status)), `${what}: ${text}`)
      for (const [, id] of text.matchAll(/x-request-id: (\S+)/gi)) answered.add(id as string)
      // Whoever comes next, on the proxy's own connection to us, gets what they asked for.
      for (let n = 0; n < 3; n++) assert.equal(await health(), healthy, `${what}: the next caller got somebody else’s answer`)
    }
    const reached = (await deliveriesOf(app, someone.orgId)).filter(({ code }) => code !== 'body_incomplete')
    assert.deepEqual(
      reached.filter(({ id }) => !answered.has(id)),
      [],
      'a request arrived that nobody knew to have sent',
    )
    const lead = await fetch(`${url}/v1/leads`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key.text}` },
      body: '{"email":"a@example.com"}',
    })
    assert.equal(lead.status, 200)
  })
