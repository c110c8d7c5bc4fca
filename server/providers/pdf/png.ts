import { deflateSync } from 'node:zlib'
import { pngChunk, pngSignature } from '#shapes/png-chunks.ts'

/** PNG has a palette of as many. */
const mostColours = 256

/**
 * Pixels of four bytes (red, green, blue, and one that is not looked at) as PNG (ISO/IEC 15948), without transparency. A page of text has few
 * colours: with a palette it takes less than half of the bytes. Where the edges of two inks have some more than a palette holds, colours that no
 * eye tells apart are one; what has more is shown in all of its colours.
 */
export const pngOf = (pixels: Uint8Array, width: number, height: number): Buffer => {
  const image =
    withPalette(pixels, 0, { width, height }) ??
    withPalette(pixels, alike, { width, height }) ??
    inColour(pixels, { width, height })
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  // Eight bits each: 3 is of a palette, 2 of red, green and blue.
  head.set([8, image.palette ? 3 : 2, 0, 0, 0], 8)
  return Buffer.concat([
    pngSignature,
    pngChunk('IHDR', head),
    ...(image.palette ? [pngChunk('PLTE', image.palette)] : []),
    pngChunk('IDAT', deflateSync(image.lines, { level: 6 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

interface Image {
  readonly palette: Buffer | null
  readonly lines: Buffer
}

interface Size {
  readonly width: number
  readonly height: number
}

/** Of 255 steps of red, green and blue, by how many each may differ. */
const alike = 2

/** Each pixel as the place of its colour, or of one that is no further apart; null where there are more colours than places. */
const withPalette = (pixels: Uint8Array, apart: number, { width, height }: Size): Image | null => {
  const places = new Map<number, number>()
  const palette = Buffer.alloc(3 * mostColours)
  const lines = Buffer.alloc((1 + width) * height)
  let [from, to, lastColour, place, used] = [0, 0, -1, 0, 0]
  for (let y = 0; y < height; y++) {
    // Filter 0: none. What differs of two places means nothing.
    lines[to++] = 0
    for (let x = 0; x < width; x++, from += 4) {
      const colour = ((pixels[from] as number) << 16) | ((pixels[from + 1] as number) << 8) | (pixels[from + 2] as number)
      if (colour !== lastColour) {
        const known = places.get(colour) ?? nearest(palette, used, colour, apart)
        if (known === undefined && used === mostColours) return null
        place = known ?? used
        if (known === undefined) palette.writeUIntBE(colour, 3 * used++, 3)
        places.set(colour, place)
        lastColour = colour
      }
      lines[to++] = place
    }
  }
  return { palette: palette.subarray(0, 3 * used), lines }
}

/** The place of the first colour that is near enough, among those that are used. */
const nearest = (palette: Buffer, used: number, colour: number, apart: number): number | undefined => {
  if (apart === 0) return undefined
  const [red, green, blue] = [colour >> 16, (colour >> 8) & 0xff, colour & 0xff]
  for (let place = 0; place < used; place++) {
    const at = 3 * place
    const isNear = (part: number, as: number): boolean => Math.abs((palette[at + part] as number) - as) <= apart
    if (isNear(0, red) && isNear(1, green) && isNear(2, blue)) return place
  }
  return undefined
}

/** Each line as what differs from the one above. */
const inColour = (pixels: Uint8Array, { width, height }: Size): Image => {
  const line = 1 + 3 * width
  const lines = Buffer.alloc(line * height)
  const above = 4 * width
  for (let y = 0; y < height; y++) {
    let to = y * line
    // Filter 2: up.
    lines[to++] = 2
    let from = above * y
    for (let x = 0; x < width; x++, from += 4) {
      for (let part = 0; part < 3; part++) {
        const before = y === 0 ? 0 : (pixels[from + part - above] as number)
        lines[to++] = ((pixels[from + part] as number) - before) & 0xff
      }
    }
  }
  return { palette: null, lines }
}
