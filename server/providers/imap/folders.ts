import type { ListResponse } from 'imapflow'
import type { FolderRole, MailFolder } from '#ports/mailboxes.ts'
import { ProviderError } from '#ports/provider-error.ts'
import type { ImapConnection } from './connection.ts'

/** What SPECIAL-USE says of a folder (RFC 6154), or its usual names where a server says nothing. */
const roles: Readonly<Record<string, FolderRole>> = {
  '\\Inbox': 'inbox',
  '\\Sent': 'sent',
  '\\Drafts': 'drafts',
  '\\Junk': 'spam',
  '\\Trash': 'trash',
  '\\Archive': 'archive',
  '\\All': 'all',
}

/** In this order they are read. All mail comes last: what stands there was read elsewhere. */
const order: readonly (FolderRole | null)[] = ['inbox', 'sent', null, 'archive', 'drafts', 'trash', 'spam', 'all']

/** A mailbox with more folders is refused, rather than read by half. */
const mostFolders = 500

/** What a folder looked like: equal numbers mean that nothing happened in it. */
export interface FolderState {
  readonly validity: string
  readonly next: number
  readonly exists: number
  /** Null where the server does not count changes (CONDSTORE, RFC 7162). */
  readonly changes: string | null
}

export interface Folder extends MailFolder {
  readonly state: FolderState
}

/** Every folder that mail can be in, with its state. */
export const listFolders = async ({ command }: ImapConnection): Promise<readonly Folder[]> => {
  const listed = await command(async (client) => {
    // Of a folder that is selected servers tell what it was when they were last asked for news.
    await client.noop()
    return client.list({ statusQuery: { messages: true, uidNext: true, uidValidity: true, highestModseq: true } })
  })
  const folders = listed.filter(({ flags }) => !flags.has('\\Noselect') && !flags.has('\\NonExistent')).map(folderOf)
  if (folders.length > mostFolders)
    throw new ProviderError('refused', `The mailbox has more than ${mostFolders} folders.`, { code: 'too_many_folders' })
  const placeOf = ({ role }: Folder): number => order.indexOf(role)
  return folders.sort((a, b) => placeOf(a) - placeOf(b) || (a.id < b.id ? -1 : 1))
}

export const roleOf = ({ path, specialUse }: ListResponse): FolderRole | null =>
  path.toUpperCase() === 'INBOX' ? 'inbox' : (roles[specialUse ?? ''] ?? null)

const folderOf = (listed: ListResponse): Folder => {
  const { path, name, status } = listed
  // A folder that says nothing of itself would look as if it were empty.
  if (status?.uidValidity === undefined || status.uidNext === undefined || status.messages === undefined)
    throw new ProviderError('broken', 'The mail server (IMAP) does not say what is in its folders.')
  return {
    ...{ id: path, name, role: roleOf(listed) },
    state: {
      ...{ validity: String(status.uidValidity), next: status.uidNext, exists: status.messages },
      changes: status.highestModseq ? String(status.highestModseq) : null,
    },
  }
}

/** Where a mail is for the server, as one name: folder, UIDVALIDITY and UID. */
export const refOf = (path: string, validity: string, uid: number): string => `${prefixOf(path)}${validity}/${uid}`

/** What all names of a folder begin with. */
export const prefixOf = (path: string): string => `${encodeURIComponent(path)}/`

export interface Place {
  readonly path: string
  readonly validity: string
  readonly uid: number
}

export const readRef = (ref: string): Place | null => {
  const match = /^([^/]+)\/(\d+)\/(\d+)$/.exec(ref)
  return match?.[1] === undefined || match[2] === undefined
    ? null
    : { path: decodeURIComponent(match[1]), validity: match[2], uid: Number(match[3]) }
}

/** Refs by their folders, in the order given within each. What each says is read when its turn comes: a mailbox has a hundred thousand. */
export const byFolder = (refs: readonly string[]): ReadonlyMap<string, readonly string[]> => {
  const folders = Map.groupBy(refs, (ref) => ref.slice(0, ref.indexOf('/')))
  return new Map([...folders].map(([name, all]) => [decodeURIComponent(name), all]))
}

export const placesIn = (refs: readonly string[]): Place[] => refs.flatMap((ref) => readRef(ref) ?? [])
