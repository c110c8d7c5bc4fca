import ipaddr from 'ipaddr.js'

/** A target that an operator allows although it is private or has an unusual port: a host, or a block of addresses. */
export interface AllowedTarget {
  /** A name in lower case; null for a block of addresses. */
  readonly host: string | null
  /** An address and how many of its bits count. */
  readonly block: readonly [ipaddr.IPv4 | ipaddr.IPv6, number] | null
  /** Null for every port. */
  readonly port: number | null
}

const form = /^(?:\[(?<bracketed>[^\]]+)\]|(?<plain>[^[\]]+?))(?::(?<port>\d{1,5}))?$/
const hostName = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$/

/** One entry of an operator's list: `hooks.internal`, `10.0.0.0/8`, `192.168.1.7:8080`, `[fd00::/8]:8443`. Null when it is none of these. */
export const readAllowedTarget = (entry: string): AllowedTarget | null => {
  const text = entry.trim().toLowerCase()
  // The last group of an IPv6 address without brackets would be taken for a port.
  const isBareIpv6 = !text.startsWith('[') && text.split(':').length > 2
  const { bracketed, plain, port: portText } = form.exec(isBareIpv6 ? `[${text}]` : text)?.groups ?? {}
  const target = bracketed ?? plain
  const port = portText === undefined ? null : Number(portText)
  if (target === undefined || port === 0 || (port ?? 0) > 65_535) return null

  const [address = '', length] = target.split('/')
  if (ipaddr.IPv6.isValid(address) || ipaddr.IPv4.isValidFourPartDecimal(address)) {
    const parsed = ipaddr.parse(address)
    const most = parsed.kind() === 'ipv4' ? 32 : 128
    const bits = length === undefined ? most : /^\d{1,3}$/.test(length) ? Number(length) : Number.NaN
    return bits <= most ? { host: null, block: [parsed, bits], port } : null
  }
  const isNumeric = /^[\d.]+$/.test(target)
  return bracketed === undefined && !isNumeric && hostName.test(target) ? { host: target, block: null, port } : null
}
