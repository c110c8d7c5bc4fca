/** As much of DER (ITU-T X.690) as a timestamp authority writes, and reads of a request. */

const der = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(parts)
  const digits = content.length.toString(16)
  const size = Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex')
  const length =
    content.length < 0x80 ? Buffer.from([content.length]) : Buffer.concat([Buffer.from([0x80 | size.length]), size])
  return Buffer.concat([Buffer.from([tag]), length, content])
}

export const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts)
/** SET OF is in the order of its bytes. */
export const setOf = (...parts: readonly Buffer[]): Buffer => der(0x31, ...parts.toSorted(Buffer.compare))
export const tagged = (number: number, ...parts: readonly Buffer[]): Buffer => der(0xa0 | number, ...parts)
/** Of bytes that begin with no sign. */
export const integer = (value: number | Buffer): Buffer => der(0x02, typeof value === 'number' ? Buffer.from([value]) : value)
export const octets = (bytes: Buffer): Buffer => der(0x04, bytes)
export const bits = (bytes: Buffer, unused = 0): Buffer => der(0x03, Buffer.from([unused]), bytes)
export const utf8 = (text: string): Buffer => der(0x0c, Buffer.from(text))
/** As a name: uniformResourceIdentifier of RFC 5280. */
export const uri = (text: string): Buffer => der(0x86, Buffer.from(text, 'latin1'))
export const yes = (): Buffer => der(0x01, Buffer.from([0xff]))

const digitsOf = (at: Date): string => at.toISOString().replaceAll(/[-:T]|\..*/g, '')
/** GeneralizedTime, in whole seconds. */
export const time = (at: Date): Buffer => der(0x18, Buffer.from(`${digitsOf(at)}Z`))
/** UTCTime, which certificates have until 2049. */
export const shortTime = (at: Date): Buffer => der(0x17, Buffer.from(`${digitsOf(at).slice(2)}Z`))

export const oid = (dotted: string): Buffer => {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  const bytes = [40 * first + second, ...rest].flatMap((part) => {
    const septets = [part % 128]
    for (let left = Math.floor(part / 128); left > 0; left = Math.floor(left / 128)) septets.unshift((left % 128) | 0x80)
    return septets
  })
  return der(0x06, Buffer.from(bytes))
}

export interface Value {
  readonly tag: number
  readonly raw: Buffer
  readonly content: Buffer
}

/** The values in a row of them; throws a SyntaxError at what is none. */
export const valuesIn = (bytes: Buffer): readonly Value[] => {
  const found: Value[] = []
  for (let at = 0; at < bytes.length; ) {
    const [tag, first] = [bytes[at], bytes[at + 1]]
    if (tag === undefined || first === undefined) throw new SyntaxError('No DER.')
    const many = first < 0x80 ? 0 : first & 0x7f
    if (many > 4 || at + 2 + many > bytes.length) throw new SyntaxError('No DER.')
    const length = many === 0 ? first : bytes.readUIntBE(at + 2, many)
    const from = at + 2 + many
    if (from + length > bytes.length) throw new SyntaxError('No DER.')
    found.push({ tag, raw: bytes.subarray(at, from + length), content: bytes.subarray(from, from + length) })
    at = from + length
  }
  return found
}
