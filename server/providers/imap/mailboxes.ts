import type { SearchObject } from 'imapflow'
import type { FindMailServer } from '#core/outbound/addresses.ts'
import type { Mailboxes, MailboxLogin, SentMail } from '#ports/mailboxes.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { cursorOf, readChanges } from './changes.ts'
import { type ImapConnection, makeImapConnection } from './connection.ts'
import { listFolders, readRef, refOf, roleOf } from './folders.ts'
import { listenInInbox } from './listening.ts'
import { fetchMails, listFolder, placeIn, placesOf, uidsOf, validityOf } from './reading.ts'
import { sendBySmtp, trySmtp } from './smtp.ts'

interface Parts {
  readonly login: MailboxLogin | null
  readonly findMailServer: FindMailServer
}

/**
 * A member's mail at any server, by IMAP (RFC 9051, RFC 3501) and SMTP (RFC 6409). A mail's ref is its folder, that folder's UIDVALIDITY,
 * and its UID; the copy finds the same mail in another folder by what it says.
 */
export const imapMailboxes = ({ login, findMailServer }: Parts): Mailboxes => {
  if (!login) throw new ProviderError('credentials', 'The mail servers of this mailbox are not known: connect it again.')
  const connection = makeImapConnection({ findMailServer, server: login.imap })

  return {
    keepsBcc: false,
    // SMTP answers or does not: what is not among what was sent may have left all the same.
    findsSent: false,
    checkReading: () => connection.command(async () => {}),
    async checkSending() {
      if (login.smtp) await trySmtp({ findMailServer, server: login.smtp })
    },
    profile: async () => ({ email: login.email, aliases: [] }),
    folders: async () => (await listFolders(connection)).map(({ id, name, role }) => ({ id, name, role })),
    begin: async () => cursorOf(await listFolders(connection)),
    async *list({ since }) {
      for (const folder of await listFolders(connection)) yield* listFolder(connection, folder, since)
    },
    changes: (cursor, { since }) => readChanges(connection, cursor, since),
    fetch: (refs, wanted) => fetchMails(connection, refs, wanted),
    places: (refs) => placesOf(connection, refs),
    mark: (ref, isRead) => mark(connection, ref, isRead),
    async send(mail) {
      if (!login.smtp) throw new ProviderError('refused', 'This mailbox has no server to send by (SMTP).', { code: 'no_smtp' })
      const refused = await sendBySmtp({ findMailServer, server: login.smtp }, mail)
      // It has left, whatever becomes of its copy.
      const kept = await keepCopy(connection, mail).then(
        (ref) => ({ ref }),
        (error: unknown) => ({ ref: null, unkept: error instanceof ProviderError ? error.reason : notKept }),
      )
      return { ...kept, threadRef: null, messageId: null, refused }
    },
    keepSent: (mail) => keepCopy(connection, mail, { isAgain: true }),
    findSent: (mail) => findSent(connection, mail),
    watch: async () => null,
    unwatch: async () => {},
    listen: (heard, signal) => listenInInbox({ findMailServer, server: login.imap }, heard, signal),
    close: connection.close,
  }
}

const notKept = 'The mail server (IMAP) did not keep the mail among what was sent.'

const mark: (connection: ImapConnection, ref: string, isRead: boolean) => ReturnType<Mailboxes['mark']> = async (
  { inFolder },
  ref,
  isRead,
) => {
  const place = readRef(ref)
  if (!place) return null
  const marking = async (client: Parameters<Parameters<typeof inFolder>[1]>[0]) => {
    const validity = validityOf(client)
    if (validity !== place.validity) return null
    const [uid, options] = [String(place.uid), { uid: true }]
    if (!(await client.fetchOne(uid, { uid: true }, options))) return null
    if (isRead) await client.messageFlagsAdd(uid, ['\\Seen'], options)
    else await client.messageFlagsRemove(uid, ['\\Seen'], options)
    const message = await client.fetchOne(uid, { uid: true, flags: true }, options)
    if (!message) return null
    const after = placeIn(place.path, validity, message)
    if (after.isRead !== isRead) throw notMarked(client)
    return after
  }
  return inFolder(place.path, marking, { isWriting: true })
}

/** A server's NO is told by imapflow as "not done" and nothing more: one of a folder that can be written to may pass. */
const notMarked = ({ mailbox }: Parameters<Parameters<ImapConnection['inFolder']>[1]>[0]): ProviderError =>
  mailbox !== false && mailbox.readOnly
    ? new ProviderError('refused', 'This folder cannot be changed at its mail server (IMAP).')
    : new ProviderError('busy', 'The mail server (IMAP) did not mark this mail.')

const sentFolder = async ({ command }: ImapConnection): Promise<string | null> =>
  (await command((client) => client.list())).find((folder) => roleOf(folder) === 'sent')?.path ?? null

/** The newest of a folder that a search finds. */
const newestOf = ({ inFolder }: ImapConnection, path: string, query: SearchObject): Promise<string | null> =>
  inFolder(path, async (client) => {
    const uid = (await uidsOf(client, query)).at(-1)
    return uid === undefined ? null : refOf(path, validityOf(client), uid)
  })

/** By our mark, and by the Message-ID: a server may have put its own in its place. */
const findSent = async (
  connection: ImapConnection,
  { mark: own, messageId }: { readonly mark: string; readonly messageId: string },
): Promise<SentMail | null> => {
  const path = await sentFolder(connection)
  if (path === null) return null
  const headers = [{ header: { 'x-foyer-mail': own } }, { header: { 'message-id': messageId } }]
  const ref = await newestOf(connection, path, { or: headers })
  return ref === null ? null : { ref, threadRef: null, messageId: null, refused: [] }
}

/** One copy among what was sent: some servers keep one themselves, and an earlier try may have worked though no answer came. */
const keepCopy = async (
  connection: ImapConnection,
  { raw, messageId }: { readonly raw: Buffer; readonly messageId: string },
  { isAgain = false } = {},
): Promise<string | null> => {
  const path = await sentFolder(connection)
  if (path === null) return null
  const kept = await newestOf(connection, path, { header: { 'message-id': messageId } }).catch((error: unknown) => {
    // Of the first try rather twice than nowhere.
    if (isAgain) throw error
    return null
  })
  if (kept) return kept
  const appended = await connection.command((client) => client.append(path, raw, ['\\Seen']), { once: true })
  // On a connection that broke before the command imapflow does nothing, and says no more of it.
  if (!appended) throw new ProviderError('broken', notKept)
  return appended.uid !== undefined && appended.uidValidity !== undefined
    ? refOf(path, String(appended.uidValidity), appended.uid)
    : null
}
