/*
 * As much of DER (ITU-T X.690) as certificates and signatures need. Strict: what has an indefinite length, a long tag or a length that does
 * not fit is thrown, so that no two readers see two things in the same bytes.
 */

export class BadDer extends Error {}

export interface Der {
  readonly tag: number
  /** With its tag and length. */
  readonly raw: Buffer
  readonly content: Buffer
}

export const tags = {
  boolean: 0x01,
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  nothing: 0x05,
  oid: 0x06,
  utf8: 0x0c,
  sequence: 0x30,
  set: 0x31,
} as const

/** The value that begins at a place, which may be followed by others. */
const readAt = (bytes: Buffer, at: number): Der => {
  const tag = bytes[at]
  let length = bytes[at + 1]
  if (tag === undefined || length === undefined || (tag & 0x1f) === 0x1f) throw new BadDer('no DER here')
  let from = at + 2
  if (length >= 0x80) {
    const octets = length & 0x7f
    if (octets === 0 || octets > 4 || from + octets > bytes.length) throw new BadDer('a length that DER does not have')
    length = bytes.readUIntBE(from, octets)
    from += octets
    if (length < 0x80 || length < 2 ** (8 * (octets - 1))) throw new BadDer('a length that could be shorter')
  }
  if (from + length > bytes.length) throw new BadDer('a value beyond its end')
  return { tag, raw: bytes.subarray(at, from + length), content: bytes.subarray(from, from + length) }
}

/** One value, and nothing behind it. */
export const readDer = (bytes: Buffer, tag?: number): Der => {
  const read = readAt(bytes, 0)
  if (read.raw.length !== bytes.length) throw new BadDer('more than one value')
  return tag === undefined ? read : wanted(read, tag)
}

/** The value that bytes begin with; the rest of them is for the caller to look at. */
export const readFirst = (bytes: Buffer): Der => readAt(bytes, 0)

export const childrenOf = (der: Der, tag?: number): readonly Der[] => {
  const { content } = tag === undefined ? der : wanted(der, tag)
  const found: Der[] = []
  for (let at = 0; at < content.length; ) {
    const child = readAt(content, at)
    found.push(child)
    at += child.raw.length
  }
  return found
}

export const wanted = (der: Der | undefined, tag: number): Der => {
  if (der?.tag !== tag) throw new BadDer(`wanted ${tag}, found ${der?.tag}`)
  return der
}

export const oidOf = (der: Der | undefined): string => {
  const { content } = wanted(der, tags.oid)
  const parts: number[] = []
  let part = 0
  for (const byte of content) {
    if (part > 2 ** 40) throw new BadDer('an identifier that is too long')
    part = part * 128 + (byte & 0x7f)
    if (byte >= 0x80) continue
    if (parts.length === 0) {
      const first = Math.min(2, Math.floor(part / 40))
      parts.push(first, part - 40 * first)
    } else parts.push(part)
    part = 0
  }
  return parts.join('.')
}

/** A number that fits into one of ours. */
export const numberOf = (der: Der | undefined): number => {
  const { content } = wanted(der, tags.integer)
  if (content.length === 0 || content.length > 6) throw new BadDer('a number that is too long')
  return content.readIntBE(0, content.length)
}

/** UTCTime or GeneralizedTime, in UTC as DER has it; fractions of a second as they are in tokens of authorities. */
export const timeOf = (der: Der | undefined): Date => {
  const text = der?.content.toString('latin1') ?? ''
  const found =
    der?.tag === 0x17
      ? /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)()Z$/.exec(text)
      : der?.tag === 0x18
        ? /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\.\d+)?Z$/.exec(text)
        : null
  if (!found) throw new BadDer('no time')
  const [, year = '', month, day, hour, minute, second, fraction = ''] = found
  const whole = year.length === 4 ? year : `${Number(year) < 50 ? 20 : 19}${year}`
  const at = new Date(`${whole}-${month}-${day}T${hour}:${minute}:${second}${fraction.slice(0, 4)}Z`)
  if (Number.isNaN(at.getTime())) throw new BadDer('no time')
  return at
}

const textTags: Readonly<Record<number, BufferEncoding>> = {
  [tags.utf8]: 'utf8',
  18: 'latin1',
  19: 'latin1',
  20: 'latin1',
  22: 'latin1',
  26: 'latin1',
}

/** A string of a name; in BMPString, letters are UTF-16 the other way round. */
export const textOf = ({ tag, content }: Der): string => {
  if (tag === 0x1e)
    return Buffer.from(content.subarray(0, content.length & ~1))
      .swap16()
      .toString('utf16le')
  return content.toString(textTags[tag] ?? 'hex')
}

// ── Writing ─────────────────────────────────────────────────────────────────────────────────────────────────────────

export const der = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(parts)
  if (content.length < 0x80) return Buffer.concat([Buffer.from([tag, content.length]), content])
  const octets = content.length < 0x100 ? 1 : content.length < 0x10000 ? 2 : content.length < 0x1000000 ? 3 : 4
  const head = Buffer.alloc(2 + octets)
  head[0] = tag
  head[1] = 0x80 | octets
  head.writeUIntBE(content.length, 2, octets)
  return Buffer.concat([head, content])
}

export const sequence = (...parts: readonly Buffer[]): Buffer => der(tags.sequence, ...parts)
/** SET OF: in the order of their bytes. */
export const setOf = (...parts: readonly Buffer[]): Buffer => der(tags.set, ...parts.toSorted(Buffer.compare))
export const octets = (bytes: Buffer): Buffer => der(tags.octets, bytes)
export const bits = (bytes: Buffer, unused = 0): Buffer => der(tags.bits, Buffer.from([unused]), bytes)
export const utf8 = (text: string): Buffer => der(tags.utf8, Buffer.from(text, 'utf8'))
export const nothing = (): Buffer => der(tags.nothing)
export const yes = (): Buffer => der(tags.boolean, Buffer.from([0xff]))
/** `[n]`, around a whole value or, as DER calls it, implicitly in the place of its tag. */
export const tagged = (number: number, ...parts: readonly Buffer[]): Buffer => der(0xa0 | number, ...parts)

/** Of the bytes of a number that is not negative. */
export const integer = (value: number | Buffer): Buffer => {
  const whole = typeof value === 'number' ? Buffer.from(value.toString(16).padStart(value > 0xff ? 4 : 2, '0'), 'hex') : value
  let from = 0
  while (from < whole.length - 1 && whole[from] === 0) from++
  const short = whole.subarray(from)
  return der(tags.integer, (short[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.from([0]), short]) : short)
}

export const oid = (dotted: string): Buffer => {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  const bytes = [40 * first + second, ...rest].flatMap((part) => {
    const septets = [part % 128]
    for (let left = Math.floor(part / 128); left > 0; left = Math.floor(left / 128)) septets.unshift((left % 128) | 0x80)
    return septets
  })
  return der(tags.oid, Buffer.from(bytes))
}

/** UTCTime until 2049, as RFC 5280 wants it. */
export const time = (at: Date): Buffer => {
  const digits = at.toISOString().replaceAll(/[-:T]|\..*/g, '')
  return at.getUTCFullYear() < 2050 ? der(0x17, Buffer.from(`${digits.slice(2)}Z`)) : der(0x18, Buffer.from(`${digits}Z`))
}
