import type { MailRow } from './rows.ts'

/** What Gmail's search knows of (https://support.google.com/mail/answer/7190), as far as programs use it. */
export const matches = (row: MailRow, query: string): boolean =>
  (query.match(/-?(?:[a-z0-9]+:)?(?:"[^"]*"|\S+)/gi) ?? []).every((term) =>
    term.startsWith('-') ? !matchesTerm(row, term.slice(1)) : matchesTerm(row, term),
  )

const folders: Readonly<Record<string, string>> = { inbox: 'INBOX', sent: 'SENT', spam: 'SPAM', trash: 'TRASH', draft: 'DRAFT' }

const matchesTerm = (row: MailRow, term: string): boolean => {
  const [, name, quoted] = /^([a-z0-9]+):(.*)$/i.exec(term) ?? [null, '', term]
  const value = (quoted ?? '').replaceAll('"', '')
  const word = value.toLowerCase()
  const { facts, labelIds } = row
  const has = (text: string): boolean => text.toLowerCase().includes(word)
  switch (name?.toLowerCase()) {
    case 'after':
    case 'newer':
      return Math.floor(row.internalDate / 1_000) > secondsIn(value)
    case 'before':
    case 'older':
      return Math.floor(row.internalDate / 1_000) < secondsIn(value)
    case 'in':
      return word === 'anywhere' || labelIds.includes(folders[word] ?? value)
    case 'label':
      return labelIds.some((label) => label.toLowerCase() === word)
    case 'is':
      return labelIds.includes('UNREAD') === (word === 'unread')
    case 'from':
      return has(facts.from)
    case 'to':
      return has(facts.to) || has(facts.cc)
    case 'subject':
      return has(facts.subject)
    case 'rfc822msgid':
      return facts.messageId.replace(/^<|>$/g, '') === value.replace(/^<|>$/g, '')
    case 'has':
      return word === 'attachment' && facts.hasFiles
    case 'larger':
      return row.sizeBytes > sizeIn(value)
    case 'smaller':
      return row.sizeBytes < sizeIn(value)
    default:
      return has(`${facts.from} ${facts.to} ${facts.subject} ${row.snippet}`)
  }
}

/** Seconds since 1970, or a day. */
const secondsIn = (text: string): number =>
  /^\d{9,}$/.test(text) ? Number(text) : Math.floor(Date.parse(text.replaceAll('/', '-')) / 1_000)

const units: Readonly<Record<string, number>> = { k: 1_024, m: 1_048_576 }
const sizeIn = (text: string): number => Number.parseFloat(text) * (units[text.slice(-1).toLowerCase()] ?? 1)
