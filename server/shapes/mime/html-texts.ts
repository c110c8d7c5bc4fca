/** Names of characters that mail programs and editors write; letters with a mark are put together below. */
const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ensp: ' ',
  emsp: ' ',
  thinsp: ' ',
  zwnj: '',
  zwj: '',
  shy: '',
  copy: '©',
  reg: '®',
  trade: '™',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  lsquo: '‘',
  rsquo: '’',
  sbquo: '‚',
  ldquo: '“',
  rdquo: '”',
  bdquo: '„',
  laquo: '«',
  raquo: '»',
  lsaquo: '‹',
  rsaquo: '›',
  euro: '€',
  pound: '£',
  yen: '¥',
  cent: '¢',
  sect: '§',
  para: '¶',
  middot: '·',
  bull: '•',
  times: '×',
  divide: '÷',
  plusmn: '±',
  deg: '°',
  micro: 'µ',
  frac12: '½',
  frac14: '¼',
  frac34: '¾',
  iexcl: '¡',
  iquest: '¿',
  szlig: 'ß',
  aelig: 'æ',
  AElig: 'Æ',
  oelig: 'œ',
  OElig: 'Œ',
  oslash: 'ø',
  Oslash: 'Ø',
  eth: 'ð',
  ETH: 'Ð',
  thorn: 'þ',
  THORN: 'Þ',
  larr: '←',
  rarr: '→',
  uarr: '↑',
  darr: '↓',
  ordf: 'ª',
  ordm: 'º',
  sup1: '¹',
  sup2: '²',
  sup3: '³',
}
const marks: Readonly<Record<string, string>> = {
  grave: '\u0300',
  acute: '\u0301',
  circ: '\u0302',
  tilde: '\u0303',
  uml: '\u0308',
  ring: '\u030a',
  caron: '\u030c',
  cedil: '\u0327',
}

/** Of `&auml;`, `&#228;`, `&#xe4;` the character; what is none stays as it stands. */
export const withoutReferences = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}\d{0,2}));/gi, (whole, decimal, hex, name) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : null
    if (code !== null)
      return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : '\ufffd'
    const [, letter = '', mark = ''] = /^([a-z])(grave|acute|circ|tilde|uml|ring|caron|cedil)$/i.exec(name) ?? []
    return named[name] ?? (letter ? `${letter}${marks[mark]}`.normalize('NFC') : whole)
  })

/** Tags whose contents are not shown. */
const hidden = /^(script|style|head|title|template|noscript|svg|math|object|iframe|select|textarea)$/
const breaks =
  /^(address|article|aside|blockquote|center|dd|div|dl|dt|fieldset|figure|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|table|tr|ul)$/
/** A line is left free before and after. */
const paragraphs = /^(p|h[1-6]|blockquote|ul|ol|pre|table)$/

interface Writing {
  /** Those that are finished. */
  readonly lines: string[]
  /** Of the line that is being written. Put together once: a string that grows and is looked at is copied each time. */
  pieces: string[]
  /** What begins it. */
  mark: string
  quoteDepth: number
  preDepth: number
  /** `at`: with which piece of which line the words of the link begin. */
  readonly links: { readonly href: string; readonly lineIndex: number; readonly at: number }[]
}

const tokens =
  /<!--[\s\S]*?(?:-->|$)|<(\/?)([a-z][a-z\d:-]*)((?:[^>"']|"[^"]*(?:"|$)|'[^']*(?:'|$))*)(?:>|$)|<[!?][^>]*(?:>|$)|[^<]+|</gi

/**
 * The text part of a mail, made of its HTML: lines where blocks end, links with their addresses, quotes with `>`. It is written for
 * HTML of all kinds, broken too, in one pass; what comes out is text and never markup that is shown again as such.
 */
export const textOfHtml = (html: string): string => {
  const writing: Writing = { lines: [], pieces: [], mark: '', quoteDepth: 0, preDepth: 0, links: [] }
  let hiddenIn: string | null = null
  for (const [token, slash, tag, attributes = ''] of html.matchAll(tokens)) {
    const name = tag?.toLowerCase()
    if (hiddenIn !== null) {
      if (slash && name === hiddenIn) hiddenIn = null
    } else if (name === undefined) {
      if (!token.startsWith('<!') && !token.startsWith('<?')) write(writing, withoutReferences(token))
    } else if (hidden.test(name)) {
      if (!slash && !attributes.endsWith('/')) hiddenIn = name
    } else if (slash) close(writing, name)
    else open(writing, name, attributes)
  }
  endLine(writing)
  return writing.lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

const quoteMark = ({ quoteDepth }: Writing): string => '> '.repeat(Math.min(quoteDepth, 20))

const endLine = (writing: Writing): void => {
  writing.lines.push(writing.mark + writing.pieces.join(''))
  writing.pieces = []
  writing.mark = quoteMark(writing)
}

const add = (writing: Writing, text: string): void => {
  if (text !== '') writing.pieces.push(text)
}

/** A new line unless one has just begun; `isParagraph` leaves one free above. */
const breakLine = (writing: Writing, isParagraph: boolean): void => {
  if (writing.pieces.length === 0) writing.mark = quoteMark(writing)
  else endLine(writing)
  if (isParagraph && (writing.lines.at(-1) ?? '').trim() !== '') writing.lines.push('')
}

const write = (writing: Writing, text: string): void => {
  if (writing.preDepth > 0) {
    const [first = '', ...others] = text.split(/\r?\n/)
    add(writing, first)
    for (const other of others) {
      endLine(writing)
      add(writing, other)
    }
  } else {
    const words = text.replace(/[\s\u00a0]+/g, ' ')
    const last = writing.pieces.at(-1)
    add(writing, last === undefined || last.endsWith(' ') ? words.trimStart() : words)
  }
}

const open = (writing: Writing, name: string, attributes: string): void => {
  if (name === 'br') endLine(writing)
  else if (name === 'blockquote') {
    writing.quoteDepth++
    breakLine(writing, true)
  } else if (breaks.test(name)) {
    breakLine(writing, paragraphs.test(name))
    if (name === 'li') add(writing, '• ')
    if (name === 'hr') {
      add(writing, '---')
      endLine(writing)
    }
    if (name === 'pre') writing.preDepth++
  } else if (name === 'td' || name === 'th') {
    if (writing.pieces.length > 0) add(writing, ' ')
  } else if (name === 'a')
    writing.links.push({ href: attributeOf(attributes, 'href'), lineIndex: writing.lines.length, at: writing.pieces.length })
  else if (name === 'img') write(writing, attributeOf(attributes, 'alt'))
}

const close = (writing: Writing, name: string): void => {
  if (name === 'a') return closeLink(writing)
  if (name === 'pre') writing.preDepth = Math.max(0, writing.preDepth - 1)
  if (name === 'blockquote') writing.quoteDepth = Math.max(0, writing.quoteDepth - 1)
  if (breaks.test(name)) breakLine(writing, paragraphs.test(name))
}

const closeLink = (writing: Writing): void => {
  const link = writing.links.pop()
  if (!link || !/^(https?|mailto|tel):/i.test(link.href)) return
  const isOneLine = link.lineIndex === writing.lines.length
  const shown = isOneLine ? writing.pieces.slice(link.at).join('').trim() : null
  if (shown === link.href || shown === link.href.replace(/^(mailto|tel):/i, '')) return
  add(writing, shown === '' ? link.href : ` (${link.href})`)
}

const attributeOf = (attributes: string, name: string): string => {
  const [, double, single, bare] =
    new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(attributes) ?? []
  return withoutReferences(double ?? single ?? bare ?? '').trim()
}
