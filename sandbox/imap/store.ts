import { randomUUID } from 'node:crypto'
import { headerIn, headersOf } from '../google/gmail/mime.ts'
import type { SimulatorContext } from '../simulators.ts'
import { type Behaviour, type FolderRow, type GoneRow, type MailRow, type RawRow, type Refusal, usualFolders } from './rows.ts'

const mostAccounts = 50
const mostFolders = 100

type Given = Pick<SimulatorContext, 'table' | 'now'>

const openRows = (context: Given) => {
  const folders = context.table<FolderRow>('folders')
  const mails = context.table<MailRow>('mails')
  const raws = context.table<RawRow>('raws')
  const gone = context.table<GoneRow>('gone')

  const foldersOf = (email: string): FolderRow[] =>
    folders
      .list()
      .filter((row) => row.email === email)
      .reverse()
  const folderOf = (email: string, path: string): FolderRow | undefined => folders.find(idOf(email, path))
  const mailsIn = ({ email, path }: Place): MailRow[] =>
    mails
      .list()
      .filter((row) => row.email === email && row.path === path)
      .sort((a, b) => a.uid - b.uid)
  /** A number that no folder of this name had before: the seconds, or more. */
  const newValidity = (least = 0): number => Math.max(Math.trunc(context.now().getTime() / 1_000), least + 1)
  const create = (email: string, path: string, use = ''): FolderRow | null => {
    if (folderOf(email, path) || foldersOf(email).length >= mostFolders) return null
    const before = [...foldersOf(email), ...gone.list().filter((row) => row.email === email)]
    const validity = newValidity(Math.max(0, ...before.map((row) => row.validity)))
    return folders.put({ id: idOf(email, path), email, path, use, validity, next: 1, modseq: 1 })
  }
  const present = (place: Place): FolderRow => {
    const row = folderOf(place.email, place.path)
    if (!row) throw new Error('the folder is gone')
    return row
  }
  const put = (place: Place, raw: Buffer, { flags = [], at }: { flags?: readonly string[]; at?: number }): MailRow => {
    const folder = present(place)
    const [uid, modseq] = [folder.next, folder.modseq + 1]
    folders.put({ ...folder, next: uid + 1, modseq })
    const headers = headersOf(raw)
    const id = randomUUID()
    raws.put({ id, base64: raw.toString('base64') })
    return mails.put({
      ...{ id, email: place.email, path: place.path, uid, modseq, flags, at: at ?? context.now().getTime() },
      ...{ sizeBytes: raw.length, subject: headerIn(headers, 'subject') },
      ...{ from: headerIn(headers, 'from'), to: headerIn(headers, 'to') },
    })
  }
  const drop = (row: MailRow): void => {
    const folder = present(row)
    const modseq = folder.modseq + 1
    folders.put({ ...folder, modseq })
    mails.remove(row.id)
    raws.remove(row.id)
    gone.put({ ...place(row), id: randomUUID(), validity: folder.validity, uid: row.uid, modseq })
  }
  const rawOf = ({ id }: Pick<MailRow, 'id'>): Buffer => Buffer.from(raws.find(id)?.base64 ?? '', 'base64')

  return { folders, mails, gone, foldersOf, folderOf, mailsIn, newValidity, create, present, put, drop, rawOf }
}

/** What is done with mails, by the server and by people. Those who watch are called after each change. */
export const openMailStore = (context: Given) => {
  const { folders, mails, gone, foldersOf, folderOf, mailsIn, newValidity, create, present, put, drop, rawOf } =
    openRows(context)
  const behaviours = context.table<Behaviour>('behaviour')
  const watchers = new Set<() => void>()
  const changed = (): void => {
    for (const watcher of [...watchers]) watcher()
  }

  return {
    ...{ foldersOf, folderOf, mailsIn, rawOf },
    accounts: (): string[] => [...new Set(folders.list().map(({ email }) => email))].sort(),
    /** False where there are too many accounts. */
    enter(email: string): boolean {
      if (folderOf(email, 'INBOX')) return true
      if (new Set(folders.list().map((row) => row.email)).size >= mostAccounts) return false
      for (const [path, use] of usualFolders) create(email, path, use)
      return true
    },
    behaviour: (): Behaviour => behaviours.find('now') ?? { id: 'now', refusal: 'none' },
    behave: (refusal: Refusal): void => void behaviours.put({ id: 'now', refusal }),
    count: (): number => mails.count,
    find: (id: string): MailRow | undefined => mails.find(id),
    /** Ends with what it returns. */
    watch(watcher: () => void): () => void {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    create(email: string, path: string): boolean {
      const isNew = create(email, path) !== null
      changed()
      return isNew
    },
    remove(folder: FolderRow): void {
      for (const row of mailsIn(folder)) drop(row)
      folders.remove(folder.id)
      changed()
    },
    add(to: Place, raw: Buffer, given: { flags?: readonly string[]; at?: number } = {}): MailRow {
      const row = put(to, raw, given)
      changed()
      return row
    },
    setFlags(row: MailRow, flags: readonly string[]): MailRow {
      if ([...flags].sort().join(' ') === [...row.flags].sort().join(' ')) return row
      const folder = present(row)
      const modseq = folder.modseq + 1
      folders.put({ ...folder, modseq })
      const marked = mails.put({ ...row, flags, modseq })
      changed()
      return marked
    },
    expunge(rows: readonly MailRow[]): void {
      for (const row of rows) drop(row)
      changed()
    },
    copy(rows: readonly MailRow[], path: string): MailRow[] {
      const copies = rows.map((row) => put({ email: row.email, path }, rawOf(row), { flags: row.flags, at: row.at }))
      changed()
      return copies
    },
    vanishedSince: ({ email, path, validity }: FolderRow, modseq: number): number[] =>
      gone
        .list()
        .filter((row) => row.email === email && row.path === path && row.validity === validity && row.modseq > modseq)
        .map(({ uid }) => uid)
        .sort((a, b) => a - b),
    /** The folder counts anew, as after a repair: all numbers of before mean nothing. */
    renumber(folder: FolderRow): void {
      const rows = mailsIn(folder)
      const modseq = folder.modseq + 1
      for (const [n, row] of rows.entries()) mails.put({ ...row, uid: n + 1, modseq })
      folders.put({ ...folder, validity: newValidity(folder.validity), next: rows.length + 1, modseq })
      changed()
    },
  }
}
export type MailStore = ReturnType<typeof openMailStore>

interface Place {
  readonly email: string
  readonly path: string
}
const place = ({ email, path }: Place): Place => ({ email, path })
const idOf = (email: string, path: string): string => `${email} ${path}`
