import { closeSync, openSync, readSync } from 'node:fs'
import type { Ranges } from '#shapes/letters.ts'

/*
 * As much of TrueType and OpenType as is needed: which letters a font has, and a name that no other font has. Files are ours or
 * were compared with a digest; whatever does not read is thrown.
 */

interface Table {
  readonly offset: number
  readonly length: number
}

/** What is behind one of its tables' names. */
const tablesOf = (header: Buffer): Map<string, Table & { readonly entry: number }> =>
  new Map(
    Array.from({ length: header.readUInt16BE(4) }, (_, at) => {
      const entry = 12 + 16 * at
      const place = { entry, offset: header.readUInt32BE(entry + 8), length: header.readUInt32BE(entry + 12) }
      return [header.toString('latin1', entry, entry + 4), place]
    }),
  )

/** The letters that a font file has a glyph for. Of the file, only its head and one table are read. */
export const lettersOfFile = (file: string): Ranges => {
  const handle = openSync(file, 'r')
  try {
    const read = (offset: number, length: number): Buffer => {
      const bytes = Buffer.alloc(length)
      if (readSync(handle, bytes, 0, length, offset) !== length) throw new Error(`${file} is truncated`)
      return bytes
    }
    const count = read(0, 12).readUInt16BE(4)
    const table = tablesOf(read(0, 12 + 16 * count)).get('cmap')
    if (!table) throw new Error(`${file} has no character map`)
    return lettersOf(read(table.offset, table.length))
  } finally {
    closeSync(handle)
  }
}

/** The table `cmap`: its map of all of Unicode, else the one of the first 65,536. */
const lettersOf = (cmap: Buffer): Ranges => {
  const maps = Array.from({ length: cmap.readUInt16BE(2) }, (_, at) => {
    const offset = cmap.readUInt32BE(8 + 8 * at)
    return { platform: cmap.readUInt16BE(4 + 8 * at), offset, format: cmap.readUInt16BE(offset) }
  }).filter(({ platform }) => platform === 0 || platform === 3)
  const points: number[] = []
  const whole = maps.find(({ format }) => format === 12)
  const basic = maps.find(({ format }) => format === 4)
  if (whole) addGroups(cmap, whole.offset, points)
  else if (basic) addSegments(cmap, basic.offset, points)
  else throw new Error('a font without a readable character map')
  return asRanges(points)
}

const addGroups = (cmap: Buffer, offset: number, points: number[]): void => {
  for (let at = offset + 16, end = at + 12 * cmap.readUInt32BE(offset + 12); at < end; at += 12) {
    const first = cmap.readUInt32BE(at)
    const glyph = cmap.readUInt32BE(at + 8)
    for (let point = first; point <= cmap.readUInt32BE(at + 4); point++) if (glyph + point - first !== 0) points.push(point)
  }
}

const addSegments = (cmap: Buffer, offset: number, points: number[]): void => {
  const size = cmap.readUInt16BE(offset + 6)
  for (let at = 0; at < size; at += 2) {
    const last = cmap.readUInt16BE(offset + 14 + at)
    const first = cmap.readUInt16BE(offset + 16 + size + at)
    const delta = cmap.readUInt16BE(offset + 16 + 2 * size + at)
    const place = offset + 16 + 3 * size + at
    const jump = cmap.readUInt16BE(place)
    for (let point = first; point <= last && point < 0xffff; point++) {
      const listed = jump === 0 ? point : cmap.readUInt16BE(place + jump + 2 * (point - first))
      if (listed !== 0 && ((listed + delta) & 0xffff) !== 0) points.push(point)
    }
  }
}

const asRanges = (points: number[]): Ranges => {
  const ranges: number[] = []
  for (const point of points.toSorted((a, b) => a - b)) {
    if (ranges.at(-1) === point - 1) ranges[ranges.length - 1] = point
    else if (ranges.at(-1) !== point) ranges.push(point, point)
  }
  return ranges
}

/** The same font under another name, so that one of the machine that is called like ours can never stand in for it. */
export const renamed = (font: Buffer, fontFamily: string, style: string): Buffer => {
  const table = tablesOf(font).get('name')
  if (!table) throw new Error('a font without names')
  const names = nameTable([
    [1, fontFamily],
    [2, style],
    [4, `${fontFamily} ${style}`],
    [6, `${fontFamily}-${style}`],
  ])
  const bytes = Buffer.concat([font, Buffer.alloc(-font.length & 3), names])
  bytes.writeUInt32BE(bytes.length - names.length, table.entry + 8)
  bytes.writeUInt32BE(names.length, table.entry + 12)
  return bytes
}

/** A table `name` in the one way that everything reads: Windows, Unicode, English. */
const nameTable = (names: readonly (readonly [id: number, text: string])[]): Buffer => {
  const texts = names.map(([id, text]) => ({ id, bytes: Buffer.from(text, 'utf16le').swap16() }))
  const head = Buffer.alloc(6 + 12 * texts.length)
  head.writeUInt16BE(texts.length, 2)
  head.writeUInt16BE(head.length, 4)
  let offset = 0
  for (const [at, { id, bytes }] of texts.entries()) {
    for (const [n, value] of [3, 1, 0x409, id, bytes.length, offset].entries()) head.writeUInt16BE(value, 6 + 12 * at + 2 * n)
    offset += bytes.length
  }
  return Buffer.concat([head, ...texts.map(({ bytes }) => bytes)])
}
