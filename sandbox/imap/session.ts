import type { Token } from './lines.ts'
import type { FolderRow, MailRow } from './rows.ts'
import type { MailStore } from './store.ts'

/** What one connection knows. */
export interface Session {
  readonly store: MailStore
  email: string | null
  selected: { readonly path: string; readonly validity: number; readonly isReadOnly: boolean } | null
  /** Of the folder that is selected: the number of each mail that the client was told of, with its last change. */
  readonly known: Map<number, number>
  /** The client asked for the count of changes (CONDSTORE), and for the numbers of what vanished (QRESYNC). */
  countsChanges: boolean
  namesVanished: boolean
}

export interface Answering {
  readonly session: Session
  readonly tokens: readonly Token[]
  /** An untagged response. */
  readonly say: (...parts: readonly (string | Buffer)[]) => void
}

/** The connection ends: the client's numbers mean nothing any more. */
export class Bye extends Error {}
/** A command is refused, with a response code where there is one. */
export class No extends Error {}

export const folderOf = ({ store, email, selected }: Session): FolderRow => {
  const folder = selected && email !== null ? store.folderOf(email, selected.path) : undefined
  if (!folder || folder.validity !== selected?.validity) throw new Bye('The folder counts anew')
  return folder
}

/** The mails that the client knows of, each with its place among them. */
export const shownMails = (session: Session): { readonly row: MailRow; readonly place: number }[] => {
  const rows = new Map(session.store.mailsIn(folderOf(session)).map((row) => [row.uid, row]))
  return [...session.known.keys()].flatMap((uid, at) => {
    const row = rows.get(uid)
    return row ? [{ row, place: at + 1 }] : []
  })
}

/** What changed in the folder since the client was last told. */
export const reportNews = ({ session, say }: Pick<Answering, 'session' | 'say'>): void => {
  if (!session.selected) return
  const rows = session.store.mailsIn(folderOf(session))
  const present = new Set(rows.map(({ uid }) => uid))
  const vanished = [...session.known.keys()].filter((uid) => !present.has(uid))
  if (session.namesVanished && vanished.length > 0) say(`VANISHED ${vanished.join(',')}`)
  for (const uid of vanished) {
    // Places move up with each that is gone.
    if (!session.namesVanished) say(`${[...session.known.keys()].indexOf(uid) + 1} EXPUNGE`)
    session.known.delete(uid)
  }
  const fresh = rows.filter(({ uid }) => !session.known.has(uid))
  for (const { uid, modseq } of fresh) session.known.set(uid, modseq)
  if (fresh.length > 0) say(`${session.known.size} EXISTS`)
  const places = new Map([...session.known.keys()].map((uid, at) => [uid, at + 1]))
  for (const row of rows) {
    if (session.known.get(row.uid) === row.modseq) continue
    session.known.set(row.uid, row.modseq)
    const modseq = session.countsChanges ? ` MODSEQ (${row.modseq})` : ''
    say(`${places.get(row.uid)} FETCH (UID ${row.uid} FLAGS (${row.flags.join(' ')})${modseq})`)
  }
}
