import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ready } from './ready.ts'

/** Reads a body and says yes: what no server on node:http can beat. Shows that the load generator is not what is measured. */
const server = createServer((request, response) => {
  request.on('data', () => {})
  request.on('end', () =>
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 11 }).end('{"ok":true}'),
  )
})
server.listen(0, '127.0.0.1', 4_096, () =>
  ready((server.address() as AddressInfo).port, async () => server.closeAllConnections()),
)
