import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, createServer, request } from 'node:http'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from '#test/crash/product.ts'
import { freePort } from '#test/support/free-port.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { startLoad } from './load.ts'
import { end, type Served, startServe } from './served.ts'
import { type OwnStore, startOwnStore } from './stores.ts'

let store: OwnStore
let app: TestApp
let key: string

before(async () => {
  store = await startOwnStore({ settings: { max_connections: '120' } })
  app = await startApp({ target: store.target, env: { DATABASE_CONNECTIONS: '4' } })
  key = (await app.given.key(app.owner.orgId)).text
})
after(async () => {
  await app.stop()
  await store.stop()
})

/** Takes part in the health of its servers as a load balancer does, and tries another one only where nobody listens. */
const startProxy = async (ports: readonly number[]) => {
  const agent = new Agent({ keepAlive: true })
  const ready = new Set(ports)
  let turn = 0
  let checking = true
  const checks = Promise.all(
    ports.map(async (port) => {
      while (checking) {
        const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
        await answer?.text()
        if (answer?.ok) ready.add(port)
        else ready.delete(port)
        await sleep(50)
      }
    }),
  )
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const body = Buffer.concat(chunks)
      const pass = (tries: number): void => {
        const able = ports.filter((port) => ready.has(port))
        const port = able[turn++ % Math.max(1, able.length)] ?? ports[0]
        const sending = request(
          { host: '127.0.0.1', port, path: incoming.url, method: incoming.method, headers: incoming.headers, agent },
          (answer) => {
            const { connection: _connection, 'keep-alive': _keepAlive, ...headers } = answer.headers
            outgoing.writeHead(answer.statusCode ?? 502, headers)
            answer.pipe(outgoing)
            answer.once('error', () => outgoing.destroy())
          },
        )
        sending.once('error', (error: NodeJS.ErrnoException) => {
          if (error.code === 'ECONNREFUSED' && tries < 3) pass(tries + 1)
          else outgoing.writeHead(502).end(error.message)
        })
        sending.end(body)
      }
      pass(0)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    async stop() {
      checking = false
      await checks
      agent.destroy()
      server.closeAllConnections()
      server.close()
    },
  }
}

/** A live page; `told` is everything that it was told, once the stream has ended. */
const openLive = async (url: string): Promise<{ told: Promise<string> }> => {
  const answer = await fetch(`${url}/live`, { headers: { authorization: `Bearer ${app.owner.token}` } })
  assert.equal(answer.status, 200)
  return { told: answer.text() }
}

test('a rolling restart of three servers behind a load balancer fails no request, and notifies every live page', async (t) => {
  const ports = [await freePort(), await freePort(), await freePort()]
  const servers: Served[] = []
  for (const port of ports) servers.push(await startServe(store, { port, publicUrl: app.url, drainMs: 500 }))
  const proxy = await startProxy(ports)
  const load = startLoad(proxy.url, key, { lanes: 6 })
  const begun: number[] = servers.map(({ child }) => child.pid as number)
  try {
    await sleep(300)
    for (const [n, server] of servers.entries()) {
      const live = await openLive(server.url)
      const { ms, code } = await end(server)
      assert.ok(ms < 10_000, `SIGTERM took ${ms} ms`)
      assert.equal(code, 0)
      assert.match(await live.told, /event: restart\ndata: \{\}\n\n$/, 'the live page was told')
      servers[n] = await startServe(store, { port: server.port, publicUrl: app.url, drainMs: 500 })
      begun.push(servers[n].child.pid as number)
      await sleep(200)
    }
    await load.stop()
    t.diagnostic(`${load.acknowledged.size} leads, ${load.failures.length} failures`)
    assert.deepEqual(load.failures, [])
    assert.ok(load.acknowledged.size > 100)
    assert.deepEqual(await store.missing(load.acknowledged), [])
  } finally {
    await load.stop()
    await proxy.stop()
    for (const server of servers) await end(server)
  }
  for (const pid of begun) assert.equal(isAlive(pid), false, 'no process is left')
})

test('SIGTERM ends within 10 s whatever clients leave open, and answers what is under way', async () => {
  const server = await startServe(store, { port: await freePort(), publicUrl: app.url })
  const sockets = Array.from({ length: 3 }, () => connect(server.port, '127.0.0.1'))
  for (const socket of sockets) socket.on('error', () => {})
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  const [, halfSent, waiting] = sockets
  const live = await openLive(server.url)
  const body = JSON.stringify({ email: 'under.way@example.com' })
  const head = `POST /v1/leads HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Length: `
  halfSent?.write(`${head}500\r\n\r\n{"email":`)
  waiting?.write(`${head}${body.length}\r\n\r\n${body.slice(0, 5)}`)
  let answer = ''
  waiting?.on('data', (chunk: Buffer) => {
    answer += chunk.toString()
  })
  await sleep(100)
  const ending = end(server)
  await sleep(200)
  waiting?.write(body.slice(5))
  const { ms, code } = await ending

  assert.match(answer, /^HTTP\/1\.1 200 /, 'a request whose body was on the way is answered')
  assert.match(answer, /connection: close/i)
  assert.match(await live.told, /event: restart/)
  assert.ok(ms < 10_000, `SIGTERM took ${ms} ms`)
  assert.equal(code, 0)
  for (const socket of sockets) socket.destroy()
})
