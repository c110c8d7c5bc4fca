import { itemOf, marksAsRead } from './fetch.ts'
import { inSet, listOf, type Token, wordOf } from './lines.ts'
import type { MailRow } from './rows.ts'
import { allOf } from './search.ts'
import { type Answering, folderOf, No, shownMails } from './session.ts'

interface Shown {
  readonly row: MailRow
  readonly place: number
}

/** Those of a set, by numbers or by places. */
const wantedOf = ({ session }: Answering, set: string, isByUid: boolean): Shown[] => {
  const all = shownMails(session)
  const isWanted = inSet(set, isByUid ? (all.at(-1)?.row.uid ?? 0) : all.length)
  return all.filter(({ row, place }) => isWanted(isByUid ? row.uid : place))
}

/** Words behind a name, in a list of modifiers: `(CHANGEDSINCE 12 VANISHED)`. */
const modifier = (tokens: readonly Token[], name: string): string | null => {
  const words = tokens.map((token) => wordOf(token).toUpperCase())
  const at = words.indexOf(name)
  return at < 0 ? null : (words[at + 1] ?? '')
}

const macros: Readonly<Record<string, readonly string[]>> = {
  FAST: ['FLAGS', 'INTERNALDATE', 'RFC822.SIZE'],
  ALL: ['FLAGS', 'INTERNALDATE', 'RFC822.SIZE', 'ENVELOPE'],
}

export const fetch = (answering: Answering, isByUid: boolean): string => {
  const { session, tokens, say } = answering
  const [set, asked, modifiers] = tokens
  const since = modifier(listOf(modifiers), 'CHANGEDSINCE')
  const words = listOf(asked).map(wordOf)
  const items = [...new Set([...(isByUid ? ['UID'] : []), ...words.flatMap((word) => macros[word.toUpperCase()] ?? [word])])]
  if (since !== null) session.countsChanges = true
  if (since !== null && !items.includes('MODSEQ')) items.push('MODSEQ')
  const folder = folderOf(session)
  if (since !== null && modifier(listOf(modifiers), 'VANISHED') !== null) {
    const isWanted = inSet(wordOf(set), Number.MAX_SAFE_INTEGER)
    const gone = session.store.vanishedSince(folder, Number(since)).filter(isWanted)
    if (gone.length > 0) say(`VANISHED (EARLIER) ${gone.join(',')}`)
  }
  for (const { row, place } of wantedOf(answering, wordOf(set), isByUid)) {
    if (since !== null && row.modseq <= Number(since)) continue
    const isRead = session.selected?.isReadOnly === false && items.some(marksAsRead)
    const shown = isRead ? markRead(answering, row) : row
    const parts = items.map((item) => itemOf(shown, item, session.store.rawOf))
    if (parts.some((part) => part === null)) throw new No('BAD This item is not served here')
    const blank = Buffer.from(' ')
    const whole = parts.flatMap((part, at) => (at === 0 ? [part as Buffer] : [blank, part as Buffer]))
    say(`${place} FETCH (`, ...whole, ')')
  }
  return 'OK Fetched'
}

const markRead = ({ session }: Answering, row: MailRow): MailRow =>
  row.flags.includes('\\Seen') ? row : session.store.setFlags(row, [...row.flags, '\\Seen'])

export const search = ({ session, tokens, say }: Answering, isByUid: boolean): string => {
  const all = shownMails(session)
  const last = { place: all.length, uid: all.at(-1)?.row.uid ?? 0 }
  const isFound = allOf(tokens)
  const found = all.filter(({ row, place }) => isFound({ row, place, last, raw: () => session.store.rawOf(row) }))
  say(['SEARCH', ...found.map(({ row, place }) => (isByUid ? row.uid : place))].join(' '))
  return 'OK Searched'
}

const writable = ({ session }: Answering): void => {
  if (session.selected?.isReadOnly !== false) throw new No('NO [READ-ONLY] The folder was opened to be read')
}

export const store = (answering: Answering, isByUid: boolean): string => {
  writable(answering)
  const { session, tokens, say } = answering
  const [set, ...rest] = tokens
  const unchanged = typeof rest[0] === 'string' ? null : modifier(listOf(rest.shift()), 'UNCHANGEDSINCE')
  const [, sign, silent] = /^([+-]?)FLAGS(\.SILENT)?$/i.exec(wordOf(rest[0])) ?? []
  if (sign === undefined) throw new No('BAD STORE wants FLAGS')
  const flags = rest.slice(1).flatMap(listOf).map(wordOf)
  const modified: number[] = []
  for (const { row, place } of wantedOf(answering, wordOf(set), isByUid)) {
    if (unchanged !== null && row.modseq > Number(unchanged)) {
      modified.push(row.uid)
      continue
    }
    const others = row.flags.filter((flag) => !flags.includes(flag))
    const marked = session.store.setFlags(row, sign === '' ? flags : sign === '+' ? [...others, ...flags] : others)
    session.known.set(row.uid, marked.modseq)
    const modseq = session.countsChanges ? ` MODSEQ (${marked.modseq})` : ''
    if (silent === undefined || modseq !== '') say(`${place} FETCH (UID ${row.uid} FLAGS (${marked.flags.join(' ')})${modseq})`)
  }
  return modified.length > 0 ? `OK [MODIFIED ${modified.join(',')}] Stored` : 'OK Stored'
}

export const copy = (answering: Answering, isByUid: boolean, isMove: boolean): string => {
  if (isMove) writable(answering)
  const { session, tokens, say } = answering
  const [set, path] = tokens
  const target = session.store.folderOf(session.email ?? '', wordOf(path))
  if (!target) throw new No('NO [TRYCREATE] There is no such folder')
  const rows = wantedOf(answering, wordOf(set), isByUid).map(({ row }) => row)
  const copies = session.store.copy(rows, target.path)
  const uids = (all: readonly MailRow[]): string => all.map(({ uid }) => uid).join(',')
  const code = rows.length === 0 ? '' : `[COPYUID ${target.validity} ${uids(rows)} ${uids(copies)}] `
  if (!isMove) return `OK ${code}Copied`
  if (code !== '') say(`OK ${code}Moved`)
  session.store.expunge(rows)
  return 'OK Moved'
}

export const expunge = (answering: Answering, isByUid: boolean): string => {
  writable(answering)
  const { session, tokens } = answering
  const rows = isByUid ? wantedOf(answering, wordOf(tokens[0]), true) : shownMails(session)
  session.store.expunge(rows.map(({ row }) => row).filter(({ flags }) => flags.includes('\\Deleted')))
  return session.countsChanges ? `OK [HIGHESTMODSEQ ${folderOf(session).modseq}] Expunged` : 'OK Expunged'
}
