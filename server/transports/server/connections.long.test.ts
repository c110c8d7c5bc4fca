import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, get } from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeLog } from '#core/log.ts'
import { makeMetrics } from '#core/metrics.ts'
import { until } from '#test/support/until.ts'
import { boundConnections, connectionsPossible } from './connections.ts'

test('a client that reads no answer loses the connection, and one that reads slowly does not', async () => {
  const lines: string[] = []
  const log = makeLog({ level: 'warn', destination: { write: (line: string) => void lines.push(line) } })
  const metrics = makeMetrics()
  // More than the system buffers on the way, so that it waits in memory.
  const large = Buffer.alloc(48 * 2 ** 20)
  const server = createServer((_request, response) => void response.end(large))
  const bounds = boundConnections(
    server,
    { most: 100, mostOfAddress: 100, isProxy: () => false, log, metrics },
    // A reader that waits 60 ms at each piece may stand still for a second where the machine is crowded.
    { sweepMs: 100, graceMs: 3_000 },
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  try {
    const deaf = net.connect(port, '127.0.0.1')
    deaf.on('error', () => {})
    deaf.pause()
    deaf.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    const asking = get({ port, host: '127.0.0.1', agent: false })
    const steady = once(asking, 'response').then(async ([response]) => {
      let bytes = 0
      for await (const piece of response) {
        bytes += (piece as Buffer).length
        if (bytes % (4 * 2 ** 20) < 65_536) await sleep(60)
      }
      return bytes
    })
    await until('the deaf one is let go', async () => lines.length > 0)
    assert.match(lines.join(''), /responses were not read/)
    assert.equal(await steady, large.length)
    assert.match(await metrics.registry.metrics(), /foyer_connections_ended_total\{reason="slow_reader"\} 1\n/)
    deaf.destroy()
  } finally {
    bounds.close()
    server.closeAllConnections()
    server.close()
  }
})

test('connections are no more than the system has files for', () => {
  assert.equal(connectionsPossible(20, 12), 20)
  assert.ok(connectionsPossible(1_000_000_000, 12) < 1_000_000_000 || process.platform !== 'linux')
})
