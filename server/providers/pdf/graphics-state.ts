/*
 * `q` saves the state of drawing, `Q` takes it back (ISO 32000-1, 8.4.2). A page may have more of one than of the other; what is drawn over
 * it would then lie where its last state puts it.
 */

const isSpace = (byte: number | undefined): boolean => byte !== undefined && (byte <= 0x20 || byte === 0)
const delimiters = new Set([...'()<>[]{}/%'].map((letter) => letter.charCodeAt(0)))
const isRegular = (byte: number | undefined): boolean => byte !== undefined && !isSpace(byte) && !delimiters.has(byte)

/** How many more were saved than taken back: at the lowest, and in the end. */
export const balanceOf = (content: Buffer): { readonly lowest: number; readonly last: number } => {
  let [lowest, last] = [0, 0]
  for (const operator of operatorsOf(content)) {
    if (operator === 'q') last++
    if (operator === 'Q') lowest = Math.min(lowest, --last)
  }
  return { lowest, last }
}

/** Words of a content stream, without its strings, names, comments and pictures. */
function* operatorsOf(content: Buffer): Generator<string> {
  for (let at = 0; at < content.length; ) {
    const byte = content[at]
    if (byte === 0x28) at = afterString(content, at)
    else if (byte === 0x25) at = afterLine(content, at)
    else if (byte === 0x3c && content[at + 1] !== 0x3c) at = after(content, '>', at)
    else if (byte === 0x2f || isRegular(byte)) {
      const from = at++
      while (isRegular(content[at])) at++
      const word = at - from <= 3 ? content.toString('latin1', from, at) : ''
      if (word === 'ID') at = afterPicture(content, at)
      else yield word
    } else at++
  }
}

const after = (content: Buffer, sign: string, from: number): number => {
  const place = content.indexOf(sign, from, 'latin1')
  return place < 0 ? content.length : place + 1
}

const afterLine = (content: Buffer, from: number): number => {
  let at = from
  while (at < content.length && content[at] !== 0x0a && content[at] !== 0x0d) at++
  return at
}

/** Brackets in a string stand in pairs, or behind a backslash. */
const afterString = (content: Buffer, from: number): number => {
  let depth = 0
  for (let at = from; at < content.length; at++) {
    if (content[at] === 0x5c) at++
    else if (content[at] === 0x28) depth++
    else if (content[at] === 0x29 && --depth === 0) return at + 1
  }
  return content.length
}

/** The data of a picture within the stream end at a word `EI` of its own. */
const afterPicture = (content: Buffer, from: number): number => {
  for (let at = content.indexOf('EI', from, 'latin1'); at >= 0; at = content.indexOf('EI', at + 1, 'latin1'))
    if (isSpace(content[at - 1]) && !isRegular(content[at + 2])) return at + 2
  return content.length
}
