import { readDate } from './fetch.ts'
import { type Command, listOf, quoted, type Token, wordOf } from './lines.ts'
import { copy, expunge, fetch, search, store } from './mail-commands.ts'
import type { FolderRow } from './rows.ts'
import { BadSearch } from './search.ts'
import { type Answering, folderOf, No, reportNews, type Session, shownMails } from './session.ts'

export const capabilities =
  'IMAP4rev1 LITERAL+ SASL-IR AUTH=PLAIN ID ENABLE NAMESPACE SPECIAL-USE UIDPLUS MOVE UNSELECT IDLE CONDSTORE QRESYNC'

/** Any password but this one is right. */
const wrongPassword = 'wrong'

export const signIn = (session: Session, user: string, password: string): string => {
  const { refusal } = session.store.behaviour()
  if (refusal === 'logins') return 'NO [LIMIT] Too many logins: try again later'
  if (refusal === 'password' || password === wrongPassword || password === '')
    return 'NO [AUTHENTICATIONFAILED] Invalid user name or password'
  const email = user.trim().toLowerCase()
  if (!/^[^\s@]{1,64}@[^\s@]{1,190}$/.test(email)) return 'NO [AUTHENTICATIONFAILED] The user name is an email address here'
  if (!session.store.enter(email)) return 'NO [LIMIT] The sandbox has as many accounts as it keeps'
  session.email = email
  return `OK [CAPABILITY ${capabilities}] Welcome`
}

/** What a client sends for AUTHENTICATE PLAIN (RFC 4616). */
export const signInPlain = (session: Session, base64: string): string => {
  const [, user = '', password = ''] = Buffer.from(base64, 'base64').toString('utf8').split('\0')
  return signIn(session, user, password)
}

const ownFolder = ({ session }: Answering, path: Token | undefined): FolderRow => {
  const name = /^inbox$/i.test(wordOf(path)) ? 'INBOX' : wordOf(path)
  const folder = session.store.folderOf(session.email ?? '', name)
  if (!folder) throw new No('NO [NONEXISTENT] There is no such folder')
  return folder
}

const select = (answering: Answering, isReadOnly: boolean): string => {
  const { session, tokens, say } = answering
  if (session.selected && session.namesVanished) say('OK [CLOSED] The folder of before')
  session.selected = null
  session.known.clear()
  const folder = ownFolder(answering, tokens[0])
  const rows = session.store.mailsIn(folder)
  for (const { uid, modseq } of rows) session.known.set(uid, modseq)
  session.selected = { path: folder.path, validity: folder.validity, isReadOnly }
  const flags = '\\Answered \\Flagged \\Deleted \\Seen \\Draft'
  say(`FLAGS (${flags})`)
  say(`OK [PERMANENTFLAGS (${isReadOnly ? '' : `${flags} \\*`})] Kept`)
  say(`${rows.length} EXISTS`)
  say('0 RECENT')
  say(`OK [UIDVALIDITY ${folder.validity}] Numbers`)
  say(`OK [UIDNEXT ${folder.next}] The next number`)
  say(`OK [HIGHESTMODSEQ ${folder.modseq}] Changes`)
  const parameters = listOf(tokens[1])
  if (parameters.some((word) => /^condstore$/i.test(wordOf(word)))) session.countsChanges = true
  const at = parameters.findIndex((word) => /^qresync$/i.test(wordOf(word)))
  if (at >= 0) resume(answering, folder, listOf(parameters[at + 1]).map(wordOf))
  return `OK [READ-${isReadOnly ? 'ONLY' : 'WRITE'}] Selected`
}

/** What changed since the client last had this folder (RFC 7162, 3.2.5). */
const resume = ({ session, say }: Answering, folder: FolderRow, [validity, modseq]: readonly string[]): void => {
  if (Number(validity) !== folder.validity) return
  const gone = session.store.vanishedSince(folder, Number(modseq))
  if (gone.length > 0) say(`VANISHED (EARLIER) ${gone.join(',')}`)
  for (const { row, place } of shownMails(session))
    if (row.modseq > Number(modseq))
      say(`${place} FETCH (UID ${row.uid} FLAGS (${row.flags.join(' ')}) MODSEQ (${row.modseq}))`)
}

const list = ({ session, tokens, say }: Answering): string => {
  const pattern = tokens.map(wordOf).at(typeof tokens[0] === 'string' ? 1 : 2) ?? ''
  if (pattern === '') say('LIST (\\Noselect) "/" ""')
  else
    for (const { path, use } of session.store.foldersOf(session.email ?? ''))
      if (/^[*%]$/.test(pattern) || pattern === path)
        say(`LIST (\\HasNoChildren${use === '' ? '' : ` ${use}`}) "/" ${quoted(path)}`)
  return 'OK Listed'
}

const status = (answering: Answering): string => {
  const { session, tokens, say } = answering
  const folder = ownFolder(answering, tokens[0])
  const rows = session.store.mailsIn(folder)
  const values: Readonly<Record<string, number>> = {
    ...{ MESSAGES: rows.length, RECENT: 0, UIDNEXT: folder.next, UIDVALIDITY: folder.validity },
    ...{ UNSEEN: rows.filter(({ flags }) => !flags.includes('\\Seen')).length, HIGHESTMODSEQ: folder.modseq },
  }
  const asked = listOf(tokens[1]).map((word) => wordOf(word).toUpperCase())
  say(`STATUS ${quoted(folder.path)} (${asked.flatMap((name) => (name in values ? [name, values[name]] : [])).join(' ')})`)
  return 'OK Status'
}

const append = (answering: Answering): string => {
  const { session, tokens } = answering
  if (session.store.behaviour().refusal === 'quota') throw new No('NO [OVERQUOTA] The account is full')
  const folder = ownFolder(answering, tokens[0])
  const rest = tokens.slice(1)
  const flags = typeof rest[0] === 'string' ? [] : listOf(rest.shift()).map(wordOf)
  const at = rest.length > 1 ? readDate(wordOf(rest.shift())) : null
  const raw = Buffer.from(wordOf(rest[0]), 'latin1')
  const { uid } = session.store.add(folder, raw, { flags, ...(at !== null && { at }) })
  return `OK [APPENDUID ${folder.validity} ${uid}] Kept`
}

const enable = ({ session, tokens, say }: Answering): string => {
  const wanted = tokens.map((token) => wordOf(token).toUpperCase())
  const enabled = ['CONDSTORE', 'QRESYNC'].filter((name) => wanted.includes(name))
  if (enabled.length > 0) session.countsChanges = true
  if (enabled.includes('QRESYNC')) session.namesVanished = true
  say(['ENABLED', ...enabled].join(' '))
  return 'OK Enabled'
}

const close = (answering: Answering, isExpunging: boolean): string => {
  const { session } = answering
  if (isExpunging && session.selected?.isReadOnly === false) expunge(answering, false)
  session.selected = null
  session.known.clear()
  return 'OK Closed'
}

const create = ({ session, tokens }: Answering): string => {
  const path = wordOf(tokens[0]).replace(/\/$/, '')
  if (path === '' || !session.store.create(session.email ?? '', path)) throw new No('NO [ALREADYEXISTS] Not created')
  return 'OK Created'
}

const remove = (answering: Answering): string => {
  const folder = ownFolder(answering, answering.tokens[0])
  if (folder.path === 'INBOX') throw new No('NO [CANNOT] The inbox stays')
  answering.session.store.remove(folder)
  if (answering.session.selected?.path === folder.path) close(answering, false)
  return 'OK Deleted'
}

type Handler = (answering: Answering) => string

const always: Readonly<Record<string, Handler>> = {
  CAPABILITY({ say }) {
    say(`CAPABILITY ${capabilities}`)
    return 'OK Capabilities'
  },
  NOOP: () => 'OK Done',
  ID({ say }) {
    say('ID ("name" "Sandbox")')
    return 'OK ID'
  },
}
const signedIn: Readonly<Record<string, Handler>> = {
  ENABLE: enable,
  NAMESPACE({ say }) {
    say('NAMESPACE (("" "/")) NIL NIL')
    return 'OK Namespaces'
  },
  LIST: list,
  STATUS: status,
  SELECT: (answering) => select(answering, false),
  EXAMINE: (answering) => select(answering, true),
  APPEND: append,
  CREATE: create,
  DELETE: remove,
  SUBSCRIBE: () => 'OK Subscribed',
  UNSUBSCRIBE: () => 'OK Unsubscribed',
}
const inFolder: Readonly<Record<string, Handler>> = {
  CHECK: () => 'OK Checked',
  CLOSE: (answering) => close(answering, true),
  UNSELECT: (answering) => close(answering, false),
  EXPUNGE: (answering) => expunge(answering, false),
  'UID EXPUNGE': (answering) => expunge(answering, true),
  FETCH: (answering) => fetch(answering, false),
  'UID FETCH': (answering) => fetch(answering, true),
  SEARCH: (answering) => search(answering, false),
  'UID SEARCH': (answering) => search(answering, true),
  STORE: (answering) => store(answering, false),
  'UID STORE': (answering) => store(answering, true),
  COPY: (answering) => copy(answering, false, false),
  'UID COPY': (answering) => copy(answering, true, false),
  MOVE: (answering) => copy(answering, false, true),
  'UID MOVE': (answering) => copy(answering, true, true),
}

/** Places may not move while these are answered (RFC 3501, 5.5). */
const byPlace = ['FETCH', 'SEARCH', 'STORE']

/** Answers a command, all but those of a connection's own. */
export const answer = (session: Session, { verb, tokens }: Command, say: Answering['say']): string => {
  const answering = { session, tokens, say }
  const handler = always[verb] ?? signedIn[verb] ?? inFolder[verb]
  if (!handler) return 'BAD Unknown command'
  if (!always[verb] && session.email === null) return 'NO Log in first'
  if (inFolder[verb] && !session.selected) return 'BAD Select a folder first'
  try {
    if (session.selected && verb.startsWith('UID ')) reportNews(answering)
    if (inFolder[verb]) folderOf(session)
    const outcome = handler(answering)
    if (!byPlace.includes(verb)) reportNews(answering)
    return outcome
  } catch (error) {
    if (error instanceof No) return error.message
    if (error instanceof BadSearch) return `BAD ${error.message}`
    throw error
  }
}
