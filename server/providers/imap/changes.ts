import type { ImapFlow } from 'imapflow'
import { z } from 'zod'
import type { MailboxNews, MailPlace, NewsEnd } from '#ports/mailboxes.ts'
import type { ImapConnection } from './connection.ts'
import { type Folder, type FolderState, listFolders, prefixOf, refOf } from './folders.ts'
import { dateOf, inPages, listFolder, placeIn, uidsOf, uidsSince, validityOf } from './reading.ts'

/** Where a server does not count changes, the flags of so many mails of a folder are looked at again each time. */
const newestLookedAt = 1_000

const State = z.object({
  validity: z.string(),
  next: z.number(),
  exists: z.number(),
  changes: z.string().nullable(),
})
const Cursor = z.object({ folders: z.record(z.string(), State) })

/** The state of every folder. */
export const cursorOf = (folders: readonly Folder[]): string =>
  JSON.stringify({ folders: Object.fromEntries(folders.map(({ id, state }) => [id, state])) } satisfies z.infer<typeof Cursor>)

const readCursor = (text: string): z.infer<typeof Cursor> | null => {
  try {
    return Cursor.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/**
 * What changed in each folder since the cursor. The next one begins where this one looked first: what happens meanwhile is seen again,
 * and nothing falls between.
 */
export const readChanges = async function* (
  connection: ImapConnection,
  text: string,
  since: Date,
): AsyncGenerator<MailboxNews, NewsEnd, void> {
  const cursor = readCursor(text)
  if (!cursor) return { outcome: 'expired' }
  const folders = await listFolders(connection)
  const before = new Map(Object.entries(cursor.folders))
  if (folders.length !== before.size || folders.some(({ id }) => !before.has(id))) yield { news: 'folders' }
  for (const folder of folders) {
    const was = before.get(folder.id)
    before.delete(folder.id)
    // A changed UIDVALIDITY: all numbers are new, and so are the names. The mails are the same, and are found by what they say.
    if (was?.validity !== folder.state.validity) yield* listFolder(connection, folder, since)
    else if (mayDiffer(was, folder.state)) yield* readFolder(connection, folder, was, since)
  }
  for (const path of before.keys()) yield { news: 'all', prefix: prefixOf(path), refs: [] }
  return { outcome: 'done', cursor: cursorOf(folders) }
}

/** Without a count of changes a folder is always looked at: that a mail was read shows nowhere. */
const mayDiffer = (was: FolderState, state: FolderState): boolean =>
  state.changes === null || was.changes !== state.changes || was.next !== state.next || was.exists !== state.exists

interface FolderNews {
  readonly fresh: readonly string[]
  readonly moved: readonly MailPlace[]
  readonly gone: readonly string[]
  /** Something is gone, and the server does not say what. */
  readonly isUnclear: boolean
}

const readFolder = async function* (
  connection: ImapConnection,
  { id, state }: Folder,
  was: FolderState,
  since: Date,
): AsyncGenerator<MailboxNews, void, void> {
  const news = await connection.inFolder(id, (client) => folderNews(client, { id, state, was, since }))
  // It was removed a moment ago: the next reading sees that it is not listed any more.
  if (!news) return
  for (const refs of inPages(news.fresh)) yield { news: 'there', refs }
  for (const places of inPages(news.moved)) yield { news: 'moved', places }
  for (const refs of inPages(news.gone)) yield { news: 'gone', refs }
  if (news.isUnclear) yield* listFolder(connection, { id }, since)
}

const folderNews = async (
  client: ImapFlow,
  { id, state, was, since }: Pick<Folder, 'id' | 'state'> & { readonly was: FolderState; readonly since: Date },
): Promise<FolderNews> => {
  const validity = validityOf(client)
  if (validity !== was.validity) return { fresh: [], moved: [], gone: [], isUnclear: true }
  const fresh = state.next > was.next ? (await uidsSince(client, since)).filter((uid) => uid >= was.next) : []
  // Of older ones too: those that were moved here keep their day.
  const arrived = state.next > was.next ? await countFrom(client, was.next) : 0
  const { moved, gone } = await flagsSince(client, { id, validity, was, since })
  const removed = was.exists + arrived - state.exists
  return { fresh: fresh.map((uid) => refOf(id, validity, uid)), moved, gone, isUnclear: removed > gone.length }
}

/** How many there are from a number on. `n:*` names the last mail too where all numbers are lower. */
const countFrom = async (client: ImapFlow, first: number): Promise<number> =>
  (await uidsOf(client, { uid: `${first}:*` })).filter((uid) => uid >= first).length

/** Of mails that were there before: their flags where they changed, and what the server says is gone (QRESYNC). */
const flagsSince = async (
  client: ImapFlow,
  {
    id,
    validity,
    was,
    since,
  }: { readonly id: string; readonly validity: string; readonly was: FolderState; readonly since: Date },
): Promise<Pick<FolderNews, 'moved' | 'gone'>> => {
  const moved: MailPlace[] = []
  const gone = new Set<string>()
  const hear = ({ uid, vanished }: { readonly uid?: number | undefined; readonly vanished: boolean }): void => {
    if (vanished && uid !== undefined && uid < was.next) gone.add(refOf(id, validity, uid))
  }
  client.on('expunge', hear)
  try {
    const query = { uid: true, flags: true, internalDate: true }
    const exists = client.mailbox === false ? 0 : client.mailbox.exists
    const messages =
      was.changes === null
        ? client.fetch(`${Math.max(1, exists - newestLookedAt + 1)}:*`, query)
        : client.fetch('1:*', query, { uid: true, changedSince: BigInt(was.changes) })
    if (exists > 0 || was.changes !== null)
      for await (const message of messages)
        if (message.uid < was.next && dateOf(message.internalDate) >= since) moved.push(placeIn(id, validity, message))
  } finally {
    client.off('expunge', hear)
  }
  return { moved, gone: [...gone] }
}
