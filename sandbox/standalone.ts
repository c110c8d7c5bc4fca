import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { openMailbox } from './mailbox.ts'
import { type SandboxOptions, sandbox } from './sandbox.ts'
import { simulators } from './simulator-list.ts'
import type { RootRequest } from './simulators.ts'

/**
 * The sandbox on a port of its own. Beside `/sandbox/<slug>` it answers the vendors' own paths at the root, so that their
 * SDKs need nothing but another host: the path and the kind of key tell whom a request is meant for.
 */
export const openSandbox = async (
  options: Omit<SandboxOptions, 'origin' | 'smtp'> & { host?: string; port?: number; smtpPort?: number },
): Promise<{ readonly address: string; readonly smtpPort: number | null; close(): Promise<void> }> => {
  const { host = '127.0.0.1', port = 0, smtpPort: wantedSmtpPort, ...rest } = options
  let smtpPort: number | null = null
  const onListening = (listeningPort: number): void => {
    smtpPort = listeningPort
  }
  const smtp = wantedSmtpPort === undefined ? {} : { smtp: { host, port: wantedSmtpPort, onListening } }
  const claims = simulators(openMailbox(options.folder), options.services)
  const app = Fastify({
    forceCloseConnections: true,
    rewriteUrl: (request) => {
      const url = request.url ?? '/'
      if (/^\/sandbox(?:[/?]|$)/.test(url)) return url
      const asked = {
        method: request.method ?? 'GET',
        path: url.split('?')[0] ?? '/',
        authorization: plainAuthorization(request.headers.authorization ?? ''),
        headers: request.headers,
      }
      const meant = claims.find((simulator) => simulator.isMeant?.(asked))
      return meant ? `/sandbox/${meant.slug}${url}` : url
    },
  })
  app.get('/', async (_request, reply) => reply.redirect('/sandbox/'))
  let address = ''
  app.register(sandbox, { prefix: '/sandbox', ...rest, ...smtp, origin: () => address })
  await app.listen({ host, port })
  const listening = (app.server.address() as AddressInfo).port
  address = `http://${['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host}:${listening}`
  return { address, smtpPort, close: () => app.close() }
}

const plainAuthorization = (header: string): RootRequest['authorization'] => {
  const basic = /^Basic\s+([\w+/=-]+)$/i.exec(header)?.[1]
  return basic === undefined ? header : `Basic ${Buffer.from(basic, 'base64').toString('utf8')}`
}
