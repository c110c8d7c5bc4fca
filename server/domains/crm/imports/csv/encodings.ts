import { isUtf8 } from 'node:buffer'
import { analyse } from 'chardet'
import iconv from 'iconv-lite'

/**
 * The encodings a file can be read in. `width` says how bytes follow from text, which is what lets a reader go on at a
 * byte: a number for each UTF-16 code unit, `utf8`, or null where the way back is not exact and records are counted.
 */
const table = {
  'utf-8': { label: 'UTF-8', width: 'utf8' },
  'utf-16le': { label: 'UTF-16, little endian', width: 2 },
  'utf-16be': { label: 'UTF-16, big endian', width: 2 },
  'windows-1252': { label: 'Western European (Windows-1252, Latin-1)', width: 1 },
  'iso-8859-15': { label: 'Western European with € (ISO 8859-15)', width: 1 },
  'windows-1250': { label: 'Central European (Windows-1250)', width: 1 },
  'iso-8859-2': { label: 'Central European (ISO 8859-2)', width: 1 },
  'windows-1251': { label: 'Cyrillic (Windows-1251)', width: 1 },
  'windows-1253': { label: 'Greek (Windows-1253)', width: 1 },
  'windows-1254': { label: 'Turkish (Windows-1254)', width: 1 },
  'windows-1255': { label: 'Hebrew (Windows-1255)', width: 1 },
  'windows-1256': { label: 'Arabic (Windows-1256)', width: 1 },
  macintosh: { label: 'Western European (old Mac)', width: 1 },
  shift_jis: { label: 'Japanese (Shift JIS)', width: null },
  gb18030: { label: 'Chinese (GB 18030)', width: null },
  big5: { label: 'Chinese, traditional (Big5)', width: null },
  'euc-kr': { label: 'Korean (EUC-KR)', width: null },
} as const satisfies Record<string, { label: string; width: number | 'utf8' | null }>

export type Encoding = keyof typeof table
export const encodings = Object.keys(table) as Encoding[]
export const encodingLabel = (encoding: Encoding): string => table[encoding].label

const iconvNames: Partial<Record<Encoding, string>> = { 'utf-8': 'utf8', macintosh: 'macroman' }

const marks: readonly (readonly [Encoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/** The byte order mark at the beginning of a file, if there is one. */
export const byteOrderMarkOf = (start: Buffer): { encoding: Encoding; bytes: number } | null => {
  const found = marks.find(([, mark]) => mark.every((byte, at) => start[at] === byte))
  return found ? { encoding: found[0], bytes: found[1].length } : null
}

/**
 * The encoding of a file from its first bytes (`sample`) and from whether all of it is valid UTF-8, which decides: text
 * in another encoding is hardly ever valid UTF-8 by accident. Otherwise statistics (chardet) choose, and where they have
 * no preference, Windows-1252 does: what spreadsheets in Europe and America write.
 */
export const detectEncoding = (sample: Buffer, wholeIsUtf8: boolean): Encoding => {
  const mark = byteOrderMarkOf(sample)
  if (mark) return mark.encoding
  const wide = utf16WithoutMark(sample)
  if (wide) return wide
  if (wholeIsUtf8) return 'utf-8'
  return looksJapanese(sample) ? 'shift_jis' : guess(sample)
}

/**
 * What the statistics of letters say, where there is enough to judge by. Names and towns are poor material: with a few
 * accented letters in Latin text, the usual case wins over a chance resemblance.
 */
const guess = (sample: Buffer): Encoding => {
  const words = foreignWords(sample)
  const foreignBytes = words.reduce((sum, word) => sum + word.filter((byte) => byte >= 0x80).length, 0)
  const isOtherScript = foreignBytes > 0.6 * words.reduce((sum, word) => sum + word.length, 0)
  const matches = analyse(Buffer.concat(words.flatMap((word) => [word, Buffer.from(' ')]))).flatMap(({ name, confidence }) => {
    const encoding = known[name.toLowerCase()]
    return encoding ? [{ encoding, confidence }] : []
  })
  const [best] = matches
  if (!best) return 'windows-1252'
  const usual = matches.find(({ encoding }) => encoding === 'windows-1252')?.confidence ?? 0
  if (isOtherScript) return best.confidence >= 10 ? best.encoding : 'windows-1252'
  return words.length >= 8 && best.confidence >= 30 && best.confidence >= usual + 10 ? best.encoding : 'windows-1252'
}

const isLetter = (byte: number): boolean => byte >= 0x80 || (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a)

/** Words with bytes beyond ASCII in them: the rest of a table says nothing about its encoding. Each counts once. */
const foreignWords = (sample: Buffer): Buffer[] => {
  const words = new Map<string, Buffer>()
  let start = -1
  for (let at = 0; at <= sample.length && words.size < 2_000; at++) {
    const byte = sample[at]
    if (byte !== undefined && isLetter(byte)) {
      if (start === -1) start = at
    } else if (start !== -1) {
      const word = sample.subarray(start, at)
      if (word.some((letter) => letter >= 0x80)) words.set(word.toString('latin1'), word)
      start = -1
    }
  }
  return [...words.values()]
}

/** As Shift JIS the text has kana and Chinese characters and nothing that cannot be; other scripts come out as debris. */
const looksJapanese = (sample: Buffer): boolean => {
  const text = decodeSample(sample, 'shift_jis')
  const wide = text.match(/[\u3040-\u30ff\u4e00-\u9fff\u3000-\u303f]/g)?.length ?? 0
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the whole of ASCII is meant
  const beyond = text.match(/[^\x00-\x7f]/g)?.length ?? 0
  return wide >= 4 && wide > 0.9 * beyond
}

/** What chardet's names stand for. Latin-1 is read as Windows-1252, of which it is a part. */
const known: Readonly<Record<string, Encoding>> = {
  'iso-8859-1': 'windows-1252',
  'windows-1252': 'windows-1252',
  'iso-8859-2': 'iso-8859-2',
  'windows-1250': 'windows-1250',
  'windows-1251': 'windows-1251',
  'windows-1253': 'windows-1253',
  'iso-8859-7': 'windows-1253',
  'windows-1254': 'windows-1254',
  'iso-8859-9': 'windows-1254',
  'windows-1255': 'windows-1255',
  'iso-8859-8': 'windows-1255',
  'windows-1256': 'windows-1256',
  'iso-8859-6': 'windows-1256',
  shift_jis: 'shift_jis',
  gb18030: 'gb18030',
  big5: 'big5',
  'euc-kr': 'euc-kr',
}

/** Latin text in UTF-16 has a zero in every other byte. */
const utf16WithoutMark = (sample: Buffer): Encoding | null => {
  if (sample.length < 4) return null
  let even = 0
  let odd = 0
  const pairs = Math.min(sample.length >> 1, 2_000)
  for (let at = 0; at < pairs; at++) {
    if (sample[2 * at] === 0) even++
    if (sample[2 * at + 1] === 0) odd++
  }
  if (odd > pairs * 0.7 && even < pairs * 0.1) return 'utf-16le'
  if (even > pairs * 0.7 && odd < pairs * 0.1) return 'utf-16be'
  return null
}

/** Text from bytes as they come; a character that is cut by the end of a piece waits for the next. */
export async function* decode(pieces: AsyncIterable<Buffer>, encoding: Encoding): AsyncGenerator<string> {
  const decoder = iconv.getDecoder(iconvNames[encoding] ?? encoding, { stripBOM: false })
  for await (const piece of pieces) {
    const text = decoder.write(piece)
    if (text) yield text
  }
  const last = decoder.end()
  if (last) yield last
}

/** Text of a sample that may end inside a character. */
export const decodeSample = (sample: Buffer, encoding: Encoding): string =>
  iconv.getDecoder(iconvNames[encoding] ?? encoding, { stripBOM: false }).write(sample)

/**
 * How many bytes `text` takes up in the file. Null where that cannot be said to the byte: encodings with several
 * spellings of one character, and UTF-8 with broken sequences in it.
 */
export const byteCounter = (
  encoding: Encoding,
  wholeIsUtf8: boolean,
): ((text: string, from: number, length: number) => number) | null => {
  const { width } = table[encoding]
  if (width === null || (width === 'utf8' && !wholeIsUtf8)) return null
  if (width === 'utf8') return (text, from, length) => Buffer.byteLength(text.slice(from, from + length))
  return (_text, _from, length) => length * width
}

/** Whether bytes that come in pieces are valid UTF-8 as a whole. */
export const utf8Check = (): { add(piece: Buffer): void; end(): boolean } => {
  let valid = true
  let carry: Buffer = Buffer.alloc(0)
  return {
    add(piece) {
      if (!valid) return
      const all = carry.length > 0 ? Buffer.concat([carry, piece]) : piece
      const whole = all.length - unfinished(all)
      valid = isUtf8(all.subarray(0, whole))
      carry = Buffer.from(all.subarray(whole))
    },
    end: () => valid && carry.length === 0,
  }
}

/** Bytes at the end that begin a character and do not finish it. */
const unfinished = (bytes: Buffer): number => {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] as number
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0
  }
  return 0
}

/** How many bytes a text has in a file. */
export const encodedLength = (text: string, encoding: Encoding): number =>
  iconv.encode(text, iconvNames[encoding] ?? encoding, { addBOM: false }).length
