import { inflatedPng, pngChunksOf, writtenPng } from '#shapes/png-chunks.ts'

/** A signature at 300 dots per inch is smaller. */
export const mostPictureBytes = 150_000
const mostWidth = 800
const mostHeight = 400

/** Channels of eight bits, by the colour type of a PNG; palettes are none. */
const channelsOf = new Map([
  [0, 1],
  [2, 3],
  [4, 2],
  [6, 4],
])

export interface SignaturePicture {
  readonly width: number
  readonly height: number
  /** Written anew: it holds pixels and nothing else. */
  readonly png: Buffer
}

/**
 * The picture of a signature, read and written anew: a PNG (ISO/IEC 15948) with eight bits a channel, without palette and interlacing, as
 * browsers write it. What cannot be read, has another form, or shows nothing is named by a reason.
 */
export const readSignaturePicture = (given: Buffer): SignaturePicture | { readonly fault: string } => {
  if (given.length > mostPictureBytes) return { fault: `has more than ${mostPictureBytes / 1_000} KB` }
  const chunks = pngChunksOf(given)
  const head = chunks?.[0]
  if (!chunks || head?.name !== 'IHDR' || head.data.length !== 13) return { fault: 'is no PNG' }
  const [width, height] = [head.data.readUInt32BE(0), head.data.readUInt32BE(4)]
  if (width === 0 || height === 0 || width > mostWidth || height > mostHeight)
    return { fault: `has more than ${mostWidth} × ${mostHeight} pixels` }
  const [depth, type = -1, ...methods] = head.data.subarray(8)
  const channels = channelsOf.get(type)
  if (depth !== 8 || channels === undefined || methods.some((method) => method !== 0))
    return { fault: 'is no PNG of eight bits a channel without palette and interlacing' }
  const lines = inflatedPng(chunks, height * (1 + width * channels))
  if (!lines) return { fault: 'is a damaged PNG' }
  const pixels = unfiltered(lines, { width, height, channels })
  if (!pixels) return { fault: 'is a damaged PNG' }
  if (!showsSomething(pixels, channels)) return { fault: 'is empty' }
  return { width, height, png: writtenPng([head], lines) }
}

interface Size {
  readonly width: number
  readonly height: number
  readonly channels: number
}

/** The pixels themselves: each line is stored as what differs from its neighbours (ISO/IEC 15948, 9.2). */
const unfiltered = (lines: Buffer, { width, height, channels }: Size): Uint8Array | null => {
  const row = width * channels
  const pixels = new Uint8Array(row * height)
  for (let y = 0; y < height; y++) {
    const filter = lines[y * (row + 1)] as number
    if (filter > 4) return null
    for (let x = 0; x < row; x++) {
      const at = y * row + x
      const left = x >= channels ? (pixels[at - channels] as number) : 0
      const up = y > 0 ? (pixels[at - row] as number) : 0
      const corner = x >= channels && y > 0 ? (pixels[at - row - channels] as number) : 0
      const foretold = [0, left, up, (left + up) >> 1, filter === 4 ? paeth(left, up, corner) : 0][filter] as number
      pixels[at] = (lines[y * (row + 1) + 1 + x] as number) + foretold
    }
  }
  return pixels
}

const paeth = (left: number, up: number, corner: number): number => {
  const [byLeft, byUp, byCorner] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)]
  if (byLeft <= byUp && byLeft <= byCorner) return left
  return byUp <= byCorner ? up : corner
}

/** Of 255 steps from black to white: what differs less is not seen on paper. */
const seen = 48

/** Whether something can be seen on white paper. */
const showsSomething = (pixels: Uint8Array, channels: number): boolean => {
  const hasAlpha = channels % 2 === 0
  let [darkest, lightest] = [255, 0]
  for (let at = 0; at < pixels.length; at += channels) {
    const opaque = hasAlpha ? (pixels[at + channels - 1] as number) : 255
    for (let part = at; part < at + channels - (hasAlpha ? 1 : 0); part++) {
      const shown = 255 - ((255 - (pixels[part] as number)) * opaque) / 255
      darkest = Math.min(darkest, shown)
      lightest = Math.max(lightest, shown)
    }
  }
  return lightest - darkest >= seen
}
