import type { IncomingMessage } from 'node:http'
import proxyaddr from '@fastify/proxy-addr'

/** Whose address a request comes from. */
export type AddressOf = (request: IncomingMessage) => string

/** Through the proxies that the operator trusts, by X-Forwarded-For, nearest first; else the one that connected. */
export const addressesBehind = (trustedProxies: readonly string[]): AddressOf => {
  if (trustedProxies.length === 0) return (request) => request.socket.remoteAddress ?? ''
  const trusts = proxyaddr.compile([...trustedProxies])
  return (request) => proxyaddr(request, trusts) ?? ''
}

/** Whether an address is one of the proxies that the operator trusts. */
export const proxiesAmong = (trustedProxies: readonly string[]): ((address: string) => boolean) => {
  if (trustedProxies.length === 0) return () => false
  const trusts = proxyaddr.compile([...trustedProxies])
  return (address) => address !== '' && trusts(address, 0)
}
