import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32, deflateSync, inflateSync } from 'node:zlib'
import { readSignaturePicture } from './signature-pictures.ts'

const chunk = (name: string, data: Buffer): Buffer => {
  const whole = Buffer.alloc(12 + data.length)
  whole.writeUInt32BE(data.length, 0)
  whole.write(name, 4, 'latin1')
  data.copy(whole, 8)
  whole.writeUInt32BE(crc32(whole.subarray(4, 8 + data.length)), 8 + data.length)
  return whole
}
const magic = Buffer.from('89504e470d0a1a0a', 'hex')
interface Wish {
  readonly width?: number
  readonly height?: number
  readonly said?: readonly [number, number]
  readonly about?: readonly number[]
  readonly lines?: Buffer
  readonly more?: readonly Buffer[]
  readonly filter?: number
}
/** A dark line across a white sheet, in RGBA. */
const picture = ({
  width = 60,
  height = 20,
  said = [width, height],
  about = [8, 6, 0, 0, 0],
  filter = 0,
  ...wish
}: Wish = {}) => {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(said[0], 0)
  head.writeUInt32BE(said[1], 4)
  head.set(about, 8)
  const lines = Buffer.alloc(height * (1 + 4 * width), 255)
  for (let y = 0; y < height; y++) {
    lines[y * (1 + 4 * width)] = filter
    const ink = Buffer.from([32, 48, 112, 255])
    if (y === 10) lines.fill(ink, y * (1 + 4 * width) + 1, y * (1 + 4 * width) + 1 + 2 * width)
  }
  return Buffer.concat([
    magic,
    chunk('IHDR', head),
    ...(wish.more ?? []),
    chunk('IDAT', deflateSync(wish.lines ?? lines)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
const faultOf = (given: Buffer): string | null => {
  const read = readSignaturePicture(given)
  return 'fault' in read ? read.fault : null
}

test('a picture of a signature is written anew: what is no pixel is gone', () => {
  const given = picture({ more: [chunk('tEXt', Buffer.from('Author\0Maya Rao')), chunk('eXIf', Buffer.from('place'))] })
  const read = readSignaturePicture(given)
  assert.ok('png' in read)
  assert.deepEqual([read.width, read.height], [60, 20])
  assert.ok(!read.png.includes('Maya') && !read.png.includes('place'))
  const dataAt = read.png.indexOf('IDAT')
  assert.equal(inflateSync(read.png.subarray(dataAt + 4)).length, 20 * (1 + 4 * 60))
  // Read again, it is the same to the byte.
  const again = readSignaturePicture(read.png)
  assert.ok('png' in again && again.png.equals(read.png))
})

test('a picture that is a bomb, is cut, has another form or shows nothing is refused by name', () => {
  const whole = picture()
  const zeros = Buffer.alloc(100_000_000)
  const cases: [string, Buffer, RegExp][] = [
    ['no bytes', Buffer.alloc(0), /no PNG/],
    ['a JPEG', Buffer.from('ffd8ffe000104a464946', 'hex'), /no PNG/],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /no PNG/],
    ['a bomb of pixels', picture({ said: [60_000, 60_000] }), /800 × 400/],
    ['no width', picture({ said: [0, 20] }), /800 × 400/],
    ['a bomb of its stream', picture({ lines: zeros }), /damaged/],
    ['too few lines', picture({ lines: Buffer.alloc(100) }), /damaged/],
    ['an unknown filter', picture({ filter: 9 }), /damaged/],
    ['a palette', picture({ about: [8, 3, 0, 0, 0] }), /eight bits/],
    ['sixteen bits', picture({ about: [16, 6, 0, 0, 0] }), /eight bits/],
    ['interlaced', picture({ about: [8, 6, 0, 0, 1] }), /eight bits/],
    ['cut', whole.subarray(0, whole.length - 4), /no PNG/],
    ['something after its end', Buffer.concat([whole, Buffer.from('%PDF-1.7')]), /no PNG/],
    ['a changed bit', Buffer.from(whole.map((byte, at) => (at === 45 ? byte ^ 1 : byte))), /no PNG/],
    [
      'white',
      picture({
        lines: Buffer.alloc(20 * 241)
          .fill(255)
          .map((byte, at) => (at % 241 === 0 ? 0 : byte)) as Buffer,
      }),
      /empty/,
    ],
    ['black that lets all through', picture({ lines: Buffer.alloc(20 * 241) }), /empty/],
    ['too many bytes', picture({ more: [chunk('tEXt', Buffer.alloc(150_001))] }), /150 KB/],
  ]
  for (const [what, given, says] of cases) assert.match(faultOf(given) ?? 'accepted', says, what)
})

test('any bytes in the place of a picture are refused, never thrown at', () => {
  const whole = picture()
  for (let seed = 0; seed < 2_000; seed++) {
    const broken = Buffer.from(whole)
    for (let n = 0; n < 1 + (seed % 5); n++) broken[(seed * 7919 + n * 104_729) % broken.length] = (seed * 31 + n) & 0xff
    const read = readSignaturePicture(broken)
    assert.ok('fault' in read || read.png.length > 0)
  }
})
