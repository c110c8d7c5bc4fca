import { lookup, Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { AllowedTarget } from '#shapes/networks.ts'

/** Where web servers listen that strangers may name. */
export const webPorts: readonly number[] = [80, 443]
/** IMAP and the submission of mail, with TLS from the first byte (465, 993) or by STARTTLS (RFC 8314; 25 where a server submits there). */
export const mailPorts: readonly number[] = [25, 143, 465, 587, 993]

/** The address family that is routed (RFC 4291), without what stands for other addresses or for examples in it. */
const routedIpv6 = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number]
const unroutedIpv6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'].map(
  (block) => ipaddr.parseCIDR(block) as [ipaddr.IPv6, number],
)
/** Looks public, and is where a machine of Azure asks for its own settings. */
const azureWireServer = '168.63.129.16'

/**
 * Whether an address is one of the public internet: no private, loopback, link-local, shared (CGNAT), multicast, reserved,
 * documentation or benchmarking one, and no IPv6 form that stands for an IPv4 one (mapped, 6to4, NAT64, Teredo).
 */
export const isPublicAddress = (text: string): boolean => {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  if (address.kind() === 'ipv4') return text !== azureWireServer
  const ipv6 = address as ipaddr.IPv6
  return ipv6.match(routedIpv6) && !unroutedIpv6.some((block) => ipv6.match(block))
}

export const isLocalName = (host: string): boolean => host === 'localhost' || host.endsWith('.localhost')

export const namesHost = (allowed: readonly AllowedTarget[], host: string, port: number): boolean =>
  allowed.some((target) => target.host === host && (target.port ?? port) === port)

export const holdsAddress = (target: AllowedTarget, text: string): boolean => {
  if (!target.block) return false
  const address = ipaddr.parse(text)
  return address.kind() === target.block[0].kind() && address.match(target.block as [ipaddr.IPv4, number])
}

interface Wanted {
  /** In lower case, without brackets. */
  readonly host: string
  readonly port: number
  /** Those that a stranger may name on the public internet. */
  readonly ports: readonly number[]
}

/** Whether a connection may go to this address, which the wanted host stands for. */
export const mayConnect = (allowed: readonly AllowedTarget[], { host, port, ports }: Wanted, address: string): boolean =>
  (isPublicAddress(address) && ports.includes(port)) ||
  namesHost(allowed, host, port) ||
  allowed.some((target) => (target.port ?? port) === port && holdsAddress(target, address))

/** Every address of a name. Rejects when there is none. */
export type Resolve = (host: string) => Promise<readonly string[]>

/** By the nameservers, without a thread: a hundred names that are never answered hold up nothing else. */
const askNameservers: Resolve = async (host) => {
  const resolver = new Resolver({ timeout: 2_500, tries: 2 })
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  return found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
}

/** By the machine, its hosts file included: for the few names that the operator has listed. */
const askMachine: Resolve = async (host) =>
  (await lookup(host, { all: true, order: 'ipv4first' })).map(({ address }) => address)

/** A name with more addresses than this is tried at the first ones. */
const mostAddresses = 4

/** Every address that a wanted host stands for and that may be connected to: the connection goes to the very address, not to the name. */
export const findAddresses = async (
  allowed: readonly AllowedTarget[],
  wanted: Wanted,
  resolve?: Resolve,
): Promise<readonly string[]> => {
  const { host, port } = wanted
  if (isIP(host)) return mayConnect(allowed, wanted, host) ? [host] : []
  const ask = resolve ?? (isLocalName(host) || namesHost(allowed, host, port) ? askMachine : askNameservers)
  const all = await ask(host).catch(() => [])
  return all.filter((address) => mayConnect(allowed, wanted, address)).slice(0, mostAddresses)
}

/** A server of mail that a member named: where it is, and whether it is in the operator's own network. */
export type FindMailServer = (
  host: string,
  port: number,
) => Promise<{
  readonly addresses: readonly string[]
  readonly isListed: boolean
  /** Where it listens in place of the port that was named: the sandbox's. */
  readonly listensAt?: number
}>

export const makeFindMailServer =
  (allowed: readonly AllowedTarget[], resolve?: Resolve): FindMailServer =>
  async (host, port) => {
    const name = host.toLowerCase().replace(/\.$/, '')
    const addresses = await findAddresses(allowed, { host: name, port, ports: mailPorts }, resolve)
    const isListed =
      namesHost(allowed, name, port) ||
      (addresses.length > 0 &&
        addresses.every((address) => allowed.some((target) => (target.port ?? port) === port && holdsAddress(target, address))))
    return { addresses, isListed }
  }
