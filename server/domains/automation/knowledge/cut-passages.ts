/** Of words: what is shorter is joined with what follows, what is longer is parted. */
const enough = 150
const most = 300

/** Scripts without spaces have long words: so many characters count as one at least. */
const charactersOfWord = 12
/** A longer line is no heading, whatever it begins with. */
const longestHeading = 300

export interface Passage {
  /** The headings above all of it, the outermost first: `Paying › Instalments`. */
  readonly heading: string
  /** Headings of its parts stand in it as lines. */
  readonly text: string
  /** All headings, of the trail and of its parts. */
  readonly headings: string
}

/** Paragraphs below one heading. */
interface Section {
  readonly trail: readonly string[]
  readonly paragraphs: readonly string[]
}

/** Of a section, as much as a passage may have. It is counted once: a book has a million words. */
interface Part extends Section {
  readonly size: number
}

/**
 * A text in passages of some 150 to 300 words, by its headings (as Markdown writes them) and paragraphs: as much as answers a question,
 * and no more than a model needs for it. Each character of the text is in exactly one.
 */
export const cutPassages = (text: string): Passage[] => joined(sectionsOf(text).flatMap(parted)).map(passageOf)

export const countWords = (text: string): number => text.match(/\S+/g)?.length ?? 0

/** Words, as far as passages are measured by them. */
const sizeOf = (text: string): number => Math.max(countWords(text), Math.ceil(text.length / charactersOfWord))

const sectionsOf = (text: string): Section[] => {
  const sections: Section[] = []
  let trail: { readonly level: number; readonly title: string }[] = []
  let paragraphs: string[] = []
  const end = (): void => {
    if (paragraphs.length > 0) sections.push({ trail: trail.map(({ title }) => title), paragraphs })
    paragraphs = []
  }
  for (const block of blocksOf(text)) {
    const [, marks = '', title = ''] = (isHeading(block) && /^(#{1,6})\s+(.*?)\s*#*$/.exec(block)) || []
    if (title === '') paragraphs.push(block)
    else {
      end()
      trail = [...trail.filter(({ level }) => level < marks.length), { level: marks.length, title }]
    }
  }
  // A heading with nothing below it is a line like any other.
  if (paragraphs.length === 0 && sections.length === 0 && trail.length > 0)
    return [{ trail: [], paragraphs: trail.map(({ title }) => title) }]
  end()
  return sections
}

/** Paragraphs and headings: a heading is one also where no line is left free around it. A fence of code stays whole. */
const blocksOf = (text: string): string[] => {
  const blocks: string[] = []
  let lines: string[] = []
  let isFenced = false
  const end = (): void => {
    const block = lines.join('\n').trim()
    if (block !== '') blocks.push(block)
    lines = []
  }
  for (const line of text.replaceAll(/\r\n?/g, '\n').split('\n')) {
    if (/^\s*(```|~~~)/.test(line)) isFenced = !isFenced
    const isOne = !isFenced && isHeading(line)
    if (isOne || (!isFenced && line.trim() === '')) end()
    if (line.trim() !== '' || isFenced) lines.push(line)
    if (isOne) end()
  }
  end()
  return blocks
}

const isHeading = (line: string): boolean => line.length <= longestHeading && /^#{1,6}\s+\S/.test(line)

/** A section of more words than a passage has, in several; a paragraph of that many, by its sentences, and a sentence by its words. */
const parted = ({ trail, paragraphs }: Section): Part[] => {
  const parts: Part[] = []
  let part: string[] = []
  let size = 0
  const end = (): void => {
    if (part.length > 0) parts.push({ trail, paragraphs: part, size })
    part = []
    size = 0
  }
  for (const piece of paragraphs.flatMap(pieces)) {
    if (size >= enough || size + piece.size > most) end()
    part.push(piece.text)
    size += piece.size
  }
  end()
  return parts
}

interface Piece {
  readonly text: string
  readonly size: number
}

const pieces = (paragraph: string): Piece[] => {
  const whole = sizeOf(paragraph)
  if (whole <= most) return [{ text: paragraph, size: whole }]
  const found: Piece[] = []
  let sentences: string[] = []
  let size = 0
  const end = (): void => {
    if (sentences.length > 0) found.push({ text: sentences.join(' '), size })
    sentences = []
    size = 0
  }
  for (const sentence of paragraph.split(/(?<=[.!?।]["'”’)]?)\s+/u).flatMap(shortEnough)) {
    const words = sizeOf(sentence)
    if (size + words > enough + 50) end()
    sentences.push(sentence)
    size += words
  }
  end()
  return found
}

const shortEnough = (sentence: string): string[] => {
  if (sizeOf(sentence) <= most) return [sentence]
  const words = sentence.split(/\s+/).flatMap((word) => word.match(/[\s\S]{1,600}/gu) ?? [])
  const parts: string[] = []
  let part: string[] = []
  let size = 0
  for (const word of words) {
    size += Math.max(1, word.length / charactersOfWord)
    part.push(word)
    if (size < enough) continue
    parts.push(part.join(' '))
    part = []
    size = 0
  }
  return part.length > 0 ? [...parts, part.join(' ')] : parts
}

/** Short sections beside or below each other become one: three lines of an answer alone say too little of what they are about. */
const joined = (sections: readonly Part[]): Part[][] => {
  const groups: Part[][] = []
  let count = 0
  for (const section of sections) {
    const group = groups.at(-1)
    if (group && count < enough && count + section.size <= most && isNear(group, section)) {
      group.push(section)
      count += section.size
    } else {
      groups.push([section])
      count = section.size
    }
  }
  return groups
}

/** With the same outermost heading, or without any. */
const isNear = ([first]: readonly Section[], { trail }: Section): boolean =>
  (first?.trail.length ?? 0) <= 1 || first?.trail[0] === trail[0]

const passageOf = (sections: readonly Section[]): Passage => {
  const [first] = sections
  const shared = (first?.trail ?? []).filter((title, n) => sections.every(({ trail }) => trail[n] === title))
  const lines = sections.flatMap(({ trail, paragraphs }, n) => {
    const before = sections[n - 1]?.trail ?? shared
    const own = trail.filter((title, at) => at >= shared.length && (n === 0 || before[at] !== title))
    return [...own, ...paragraphs]
  })
  return {
    heading: shared.join(' › '),
    text: lines.join('\n\n'),
    headings: [...new Set(sections.flatMap(({ trail }) => trail))].join(' '),
  }
}
