import type { FastifyRequest } from 'fastify'

const forwarded = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']

/**
 * Whether a request comes from this machine and is intentional: over loopback or to the machine's own
 * address, not through a proxy, and under a name that no stranger's web page can take (DNS rebinding).
 */
export const isThisMachine = (request: FastifyRequest, ownName: string): boolean => {
  const { remoteAddress = '', localAddress = '' } = request.raw.socket
  const isNear = /^(::ffff:)?127\.|^::1$/.test(remoteAddress) || remoteAddress === localAddress
  return isNear && !forwarded.some((name) => name in request.headers) && isLocalName(request.headers.host ?? '', ownName)
}

const isLocalName = (host: string, ownName: string): boolean => {
  const name = host.replace(/:\d+$/, '').toLowerCase()
  if (name === ownName.toLowerCase()) return true
  return name === 'localhost' || name.endsWith('.localhost') || /^\[[0-9a-f:.]+\]$/.test(name) || /^[\d.]+$/.test(name)
}
