/** What is new in a mail, and what it repeats of mails before. */
export interface Split {
  readonly fresh: string
  /** Null where nothing is quoted at the end. */
  readonly quoted: string | null
}

/**
 * Lines that programs write above what they quote, in the languages of Foyer's users and of large mail programs. Long ones are
 * broken over two lines.
 */
const attributions = [
  /^\s*(on|am|le|el|em|il|op|den|dne|w dniu|på|den)\b.{4,300}\b(wrote|schrieb[^:]*|a écrit|escribi[óo]|escreveu|ha scritto|schreef[^:]*|skrev[^:]*|napsala?|pisze|napisała?|kirjoitti)\s*(<[^>]*>)?\s*:\s*$/isu,
  /^\s*.{2,200}<[^\s<>@]+@[^\s<>]+>\s*(wrote|schrieb[^:]*|a écrit|escribi[óo]|escreveu|ha scritto|schreef|skrev|написал\(?а?\)?|пишет|написав|yazdı|写道|작성)\s*[:：]\s*$/isu,
  /^\s*.{6,200}(को|پر|في|তারিখে).{2,200}(लिखा|ने लिखा|لکھا|كتب[^:]*|লিখেছেন)\s*[:：]?\s*$/isu,
  /^\s*\d{4}[年/.-].{4,200}[:：]\s*$/su,
]

/** Everything below these is another mail. */
const separators =
  /^\s*(-{2,}\s*(original message|original appointment|forwarded message|ursprüngliche nachricht|weitergeleitete nachricht|message d'origine|message transféré|mensaje original|mensagem original|messaggio originale|oorspronkelijk bericht|исходное сообщение|原始邮件|元のメッセージ|원본 메시지)\s*-{2,}|_{20,})\s*$/i
const headerLine = /^\s*\*?(from|von|de|da|van|från|od|от|发件人|寄件者|差出人|보낸 사람)\*?\s*[:：]\s*\S/i
const otherHeaderLine =
  /^\s*\*?(sent|date|to|subject|gesendet|datum|an|betreff|envoyé|à|objet|enviado|para|asunto|assunto|inviato|oggetto|verzonden|aan|onderwerp)\*?\s*[:：]\s*\S/i

/** A mail of a hundred thousand lines is split by its first ones. */
const mostLines = 20_000

const isAttribution = (text: string): boolean => text.length <= 600 && attributions.some((each) => each.test(text))

/** Where the quoted end of a text begins: the attribution or separator above it included. -1 where there is none. */
const quoteLineOf = (lines: readonly string[]): number => {
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    if (separators.test(line) && (at > 0 || lines.length > 1)) {
      // A row of underscores alone is a signature or a rule; with headers below it is Outlook's.
      if (!/^\s*_+\s*$/.test(line) || headerLine.test(lines[at + 1] ?? '')) return at
    }
    if (headerLine.test(line) && otherHeaderLine.test(lines[at + 1] ?? '') && otherHeaderLine.test(lines[at + 2] ?? ''))
      return at
    const isOne = isAttribution(line)
    if (isOne || (line.trim() !== '' && isAttribution(`${line} ${lines[at + 1] ?? ''}`))) {
      const after = at + (isOne ? 1 : 2)
      if (onlyQuoteFollows(lines, after)) return at
    }
  }
  return bareQuoteOf(lines)
}

/** Answers between the lines of a quote are what is new: such a mail is not cut. */
const onlyQuoteFollows = (lines: readonly string[], from: number): boolean => {
  const rest = lines.slice(from).filter((line) => line.trim() !== '')
  if (rest.length === 0) return true
  if (!/^\s*>/.test(rest[0] ?? '')) return !rest.some((line) => /^\s*>/.test(line))
  const last = rest.findLastIndex((line) => /^\s*>/.test(line))
  return rest.slice(0, last + 1).every((line) => /^\s*>/.test(line)) && isSignature(rest.slice(last + 1))
}

const isSignature = (lines: readonly string[]): boolean => lines.length === 0 || /^--\s*$/.test(lines[0] ?? '')

/** `>` lines at the very end without a word above them. */
const bareQuoteOf = (lines: readonly string[]): number => {
  let at = lines.length
  let first = -1
  while (at > 0 && /^\s*(>|$)/.test(lines[at - 1] ?? '')) {
    at--
    if (/^\s*>/.test(lines[at] ?? '')) first = at
  }
  return first
}

/** A text, split where what it quotes begins. Put together again both are the text, to the letter. */
export const splitTextQuote = (text: string): Split => {
  const lines = text.split('\n', mostLines)
  const at = quoteLineOf(lines.map((line) => line.replace(/\r$/, '')))
  if (at < 0) return { fresh: text, quoted: null }
  const start = lines.slice(0, at).reduce((sum, line) => sum + line.length + 1, 0)
  return { fresh: text.slice(0, start), quoted: text.slice(start) }
}

/** Elements in which mail programs put what they quote. web/src/mail-html folds by the same names. */
const quoteTags =
  /<(?:div|blockquote|table|hr|section)\b[^>]*?\b(?:(?:class\s*=\s*["']?[^"'>]*\b(?:gmail_quote(?:_container)?|yahoo_quoted|moz-cite-prefix|protonmail_quote|tutanota_quote|zmail_extra|gmail_extra)\b)|(?:id\s*=\s*["']?(?:divRplyFwdMsg|appendonsend|isForwardContent|mail-editor-reference-message-container|reply-intro|origbody))|(?:type\s*=\s*["']?cite))/i

/** HTML, split where what it quotes begins. A browser closes what is left open in `fresh`. */
export const splitHtmlQuote = (html: string): Split => {
  const at = html.search(quoteTags)
  const outlook = html.search(/<div[^>]{0,200}style\s*=\s*["'][^"'>]{0,200}border-top:\s*solid #[\da-f]{6} 1\.0pt/i)
  const start = Math.min(...[at, outlook].filter((each) => each >= 0))
  if (!Number.isFinite(start)) return { fresh: html, quoted: null }
  return { fresh: html.slice(0, start), quoted: html.slice(start) }
}
