import { pictureTypeOf } from '#shapes/pictures.ts'
import { inflatedPng, pngChunksOf, writtenPng } from '#shapes/png-chunks.ts'

export const mostLogoBytes = 1_000_000
/** On paper it is 5 cm wide at most: 600 pixels at 300 dots per inch. */
export const mostLogoPixels = 2_000

export interface LogoPicture {
  readonly type: 'image/png' | 'image/jpeg'
  readonly width: number
  readonly height: number
  /** Written anew: it holds a picture and nothing that came along with it. */
  readonly content: Buffer
}

/**
 * A logo, by its bytes and never by its name: a PNG or a JPEG, written anew without places, cameras, thumbnails and whatever else was in it. SVG is
 * a document that can run, and WebP is shown by no mail program of old: the app draws both as PNG before it sends them.
 */
export const readLogo = (given: Buffer): LogoPicture | { readonly fault: string } => {
  if (given.length > mostLogoBytes) return { fault: `has more than ${mostLogoBytes / 1_000_000} MB` }
  const type = pictureTypeOf(given)
  const read = type === 'image/png' ? readPng(given) : type === 'image/jpeg' ? readJpeg(given) : { fault: 'is no PNG or JPEG' }
  if ('fault' in read) return read
  if (read.width > mostLogoPixels || read.height > mostLogoPixels)
    return { fault: `has more than ${mostLogoPixels} × ${mostLogoPixels} pixels` }
  return read
}

/** Bits of a pixel, by the colour type of a PNG: channels, and the depths that they may have. */
const colourTypes = new Map([
  [0, { channels: 1, depths: [1, 2, 4, 8, 16] }],
  [2, { channels: 3, depths: [8, 16] }],
  [3, { channels: 1, depths: [1, 2, 4, 8] }],
  [4, { channels: 2, depths: [8, 16] }],
  [6, { channels: 4, depths: [8, 16] }],
])

const readPng = (given: Buffer): LogoPicture | { readonly fault: string } => {
  const chunks = pngChunksOf(given)
  const head = chunks?.[0]
  if (!chunks || head?.name !== 'IHDR' || head.data.length !== 13) return { fault: 'is a damaged PNG' }
  const [width, height] = [head.data.readUInt32BE(0), head.data.readUInt32BE(4)]
  if (width === 0 || height === 0 || width > mostLogoPixels || height > mostLogoPixels)
    return { fault: `has more than ${mostLogoPixels} × ${mostLogoPixels} pixels` }
  const [depth = 0, type = -1, compression, filter, interlace] = head.data.subarray(8)
  const colours = colourTypes.get(type)
  if (!colours?.depths.includes(depth) || compression !== 0 || filter !== 0) return { fault: 'is a damaged PNG' }
  if (interlace !== 0) return { fault: 'is an interlaced PNG: save it without interlacing' }
  const row = 1 + Math.ceil((width * colours.channels * depth) / 8)
  const lines = inflatedPng(chunks, height * row)
  if (!lines || Array.from({ length: height }, (_, y) => lines[y * row] as number).some((used) => used > 4))
    return { fault: 'is a damaged PNG' }
  // The palette, and which of its colours can be seen through.
  const kept = chunks.filter(({ name }) => name === 'PLTE' || name === 'tRNS')
  if (type === 3 && !kept.some(({ name, data }) => name === 'PLTE' && data.length % 3 === 0 && data.length <= 768))
    return { fault: 'is a damaged PNG' }
  return { type: 'image/png', width, height, content: writtenPng([head, ...kept], lines) }
}

const soi = 0xd8
const eoi = 0xd9
const sos = 0xda
/** Tables, the frame, restarts, the scan, and Adobe's word on how colours are meant (ITU-T T.81, table B.1). */
const keptMarkers = new Set([0xdb, 0xc4, 0xc0, 0xc1, 0xc2, 0xdd, sos, 0xee])
const frames = new Set([0xc0, 0xc1, 0xc2])

const readJpeg = (given: Buffer): LogoPicture | { readonly fault: string } => {
  const broken = { fault: 'is a damaged JPEG' }
  const parts: Buffer[] = [Buffer.from([0xff, soi])]
  let size: { width: number; height: number } | null = null
  for (let at = 2; ; ) {
    while (given[at] === 0xff && given[at + 1] === 0xff) at++
    if (given[at] !== 0xff || at + 2 > given.length) return broken
    const marker = given[at + 1] as number
    if (marker === eoi) {
      return size ? { type: 'image/jpeg', ...size, content: Buffer.concat([...parts, Buffer.from([0xff, eoi])]) } : broken
    }
    if (at + 4 > given.length) return broken
    const end = at + 2 + given.readUInt16BE(at + 2)
    if (end > given.length || end < at + 4) return broken
    if (frames.has(marker)) {
      if (size !== null || end < at + 10) return broken
      if (given[at + 9] !== 1 && given[at + 9] !== 3) return { fault: 'is a JPEG in the colors of a printer: save it as RGB' }
      size = { height: given.readUInt16BE(at + 5), width: given.readUInt16BE(at + 7) }
      if (size.width === 0 || size.height === 0) return broken
    }
    const last = marker === sos ? endOfScan(given, end) : end
    if (last === null) return broken
    if (keptMarkers.has(marker)) parts.push(given.subarray(at, last))
    at = last
  }
}

/** Behind the data of a scan: at the first marker that is neither a stuffed zero nor a restart. */
const endOfScan = (given: Buffer, from: number): number | null => {
  for (let at = from; at + 1 < given.length; at++) {
    if (given[at] !== 0xff) continue
    const next = given[at + 1] as number
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }
  return null
}
