import ipaddr from 'ipaddr.js'

/** A target that an operator allows although it is private: a host, or a block of addresses, on some ports. */
export interface AllowedTarget {
  /** A name in lower case; null for a block of addresses. */
  readonly host: string | null
  readonly block: readonly [ipaddr.IPv4 | ipaddr.IPv6, number] | null
  /** A port; `any`; or `usual`: 80 and 443. */
  readonly port: number | 'any' | 'usual'
}

const form = /^(?:\[(?<bracketed>[^\]]+)\]|(?<plain>[^[\]]+?))(?::(?<port>\d{1,5}|\*))?$/
const hostName = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$/

/**
 * One entry of an operator's list: `hooks.internal`, `10.0.0.0/8`, `192.168.1.7:8080`, `[fd00::/8]:*`. Without a port it
 * stands for 80 and 443. Null when it is none of these.
 */
export const readAllowedTarget = (entry: string): AllowedTarget | null => {
  const text = entry.trim().toLowerCase()
  // An IPv6 address without brackets would have its last group taken for a port.
  const isBareIpv6 = !text.startsWith('[') && text.split(':').length > 2
  const { bracketed, plain, port: portText } = form.exec(isBareIpv6 ? `[${text}]` : text)?.groups ?? {}
  const target = bracketed ?? plain
  const port = readPort(portText)
  if (target === undefined || port === null) return null

  const [address = '', length] = target.split('/')
  if (ipaddr.isValid(address) && (address.includes(':') || ipaddr.IPv4.isValidFourPartDecimal(address))) {
    const parsed = ipaddr.parse(address)
    const most = parsed.kind() === 'ipv4' ? 32 : 128
    const bits = length === undefined ? most : /^\d{1,3}$/.test(length) ? Number(length) : Number.NaN
    return bits <= most ? { host: null, block: [parsed, bits], port } : null
  }
  return bracketed === undefined && hostName.test(target) ? { host: target, block: null, port } : null
}

const readPort = (text: string | undefined): AllowedTarget['port'] | null => {
  if (text === undefined) return 'usual'
  if (text === '*') return 'any'
  const port = Number(text)
  return port >= 1 && port <= 65_535 ? port : null
}
