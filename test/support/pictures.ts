import { inflateSync } from 'node:zlib'

/** The first channel of a PNG, row by row (ISO/IEC 15948, 9.2). */
const rowsOf = (png: Buffer): { readonly rows: readonly Uint8Array[]; readonly channels: number } => {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const chunks = (name: string): Buffer => {
    const parts: Buffer[] = []
    for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
      if (png.toString('latin1', at + 4, at + 8) === name) parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
    return Buffer.concat(parts)
  }
  const raw = inflateSync(chunks('IDAT'))
  const palette = chunks('PLTE')
  const channels = { 0: 1, 2: 3, 3: 1, 6: 4 }[png[25] as 0 | 2 | 3 | 6]
  const stride = width * channels
  const rows: Uint8Array[] = []
  for (let y = 0; y < height; y++) {
    const from = y * (stride + 1)
    const row = Uint8Array.from(raw.subarray(from + 1, from + 1 + stride))
    unfilter(row, rows[y - 1], { filter: raw[from] ?? 0, channels })
    rows.push(row)
  }
  // A pixel of a palette is the place of its colour.
  if (png[25] === 3) return { rows: rows.map((row) => row.map((place) => palette[3 * place] ?? 0)), channels }
  return { rows, channels }
}

const unfilter = (
  row: Uint8Array,
  above: Uint8Array | undefined,
  { filter, channels }: { readonly filter: number; readonly channels: number },
): void => {
  for (const [x, byte] of row.entries()) {
    const left = row[x - channels] ?? 0
    const up = above?.[x] ?? 0
    row[x] = byte + ([0, left, up, (left + up) >> 1, paeth(left, up, above?.[x - channels] ?? 0)][filter] ?? 0)
  }
}

const paeth = (left: number, up: number, corner: number): number => {
  const guess = left + up - corner
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)]
  return a <= b && a <= c ? left : b <= c ? up : corner
}

/** How much of a part of a picture is dark: from 0 to 1. */
export const darkShare = (
  png: Buffer,
  { x, y, width, height }: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): number => {
  const { rows, channels } = rowsOf(png)
  let dark = 0
  for (let line = y; line < y + height; line++)
    for (let at = x; at < x + width; at++) if ((rows[line]?.[at * channels] ?? 255) < 128) dark++
  return dark / (width * height)
}
