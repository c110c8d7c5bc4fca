import type { ImapFlow } from 'imapflow'
import { ProviderError } from '#ports/provider-error.ts'
import { addressesOf, atFirst, type ServerAddress, type ServerParts, socketErrorOf } from './servers.ts'

const title = 'mail server (IMAP)'
const connectMs = 15_000
/** Without a byte, the time that mails are filed in between included. */
const usualSilenceMs = 120_000
/** The largest mail that is asked for, and what a hundred thousand numbers of a search are. */
const mostLiteralBytes = 64 * 1024 * 1024
const mostLineBytes = 8 * 1024 * 1024
const leaveMs = 2_000

/** What imapflow hangs on its errors. */
interface ImapError extends Error {
  readonly code?: string
  readonly authenticationFailed?: boolean
  readonly serverResponseCode?: string
  readonly responseStatus?: string
  /** What a server said that greeted with BYE. */
  readonly reason?: string
  /** There is no such folder. */
  readonly mailboxMissing?: boolean
}

/** Response codes of RFC 5530 that pass by themselves. */
const passing = ['UNAVAILABLE', 'INUSE', 'LIMIT', 'SERVERBUG', 'EXPIRED']

export const imapErrorOf = (error: unknown): unknown => {
  if (!(error instanceof Error) || error instanceof ProviderError) return error
  const { code, authenticationFailed, serverResponseCode, responseStatus, reason } = error as ImapError
  const details = { code: serverResponseCode ?? code ?? null, cause: error }
  if (serverResponseCode !== undefined && passing.includes(serverResponseCode))
    return new ProviderError('busy', `The ${title} asks for patience.`, details)
  if (authenticationFailed)
    return new ProviderError('credentials', `The ${title} does not accept the user name or password.`, details)
  if (code?.startsWith('ClosedAfterConnect') && reason !== undefined)
    return new ProviderError('busy', `The ${title} does not accept connections now.`, details)
  if (code === 'ETHROTTLE') return new ProviderError('busy', `The ${title} limits how much is asked of it.`, details)
  const ofSocket = socketErrorOf(title, error)
  if (ofSocket) return ofSocket
  if (responseStatus === 'NO') return new ProviderError('refused', `The ${title} does not allow this.`, details)
  return new ProviderError('broken', `The ${title} ended the connection, or returned an invalid response.`, details)
}

/** Signed in. `longestIdleMs`: for a connection that listens. */
export const openImap = async (
  { server }: ServerParts,
  { address, port, isSecure, needsTls, tls }: ServerAddress,
  { silenceMs = usualSilenceMs, longestIdleMs }: { readonly silenceMs?: number; readonly longestIdleMs?: number } = {},
): Promise<ImapFlow> => {
  // Some megabytes, for those who have such a mailbox.
  const { ImapFlow: Client } = await import('imapflow')
  const client = new Client({
    ...{ host: address, port, secure: isSecure, auth: { user: server.user, pass: server.password } },
    ...(tls.servername !== undefined && { servername: tls.servername }),
    ...(needsTls && !isSecure && { doSTARTTLS: true }),
    ...{ tls, logger: false, qresync: true, disableAutoIdle: true, clientInfo: { name: 'Foyer' } },
    ...{ connectionTimeout: connectMs, greetingTimeout: connectMs, socketTimeout: silenceMs },
    ...(longestIdleMs !== undefined && { maxIdleTime: longestIdleMs }),
    ...{ maxLiteralSize: mostLiteralBytes, maxLineLength: mostLineBytes, maxResponseSize: 2 * mostLiteralBytes },
  })
  // An error that nothing hears ends the process; the command that waits gets it too.
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    client.close()
    throw imapErrorOf(error)
  }
}

/** Null where the folder that was to be selected is not there; some servers say BAD of it. */
const orMissing = async (client: ImapFlow, path: string, error: unknown): Promise<null> => {
  const { mailboxMissing, responseStatus } = error as ImapError
  if (mailboxMissing) return null
  if (responseStatus === 'BAD') {
    const folders = await client.list({ listOnly: true })
    if (!folders.some((folder) => folder.path === path)) return null
  }
  throw error
}

/** One account's connection: opened with the first command, and anew after it broke. One command at a time. */
export const makeImapConnection = (parts: ServerParts) => {
  let opening: Promise<ImapFlow> | null = null

  const client = async (): Promise<ImapFlow> => {
    const present = await opening?.catch(() => null)
    if (present?.usable) return present
    opening = addressesOf(parts).then((addresses) => atFirst(addresses, (address) => openImap(parts, address)))
    return opening
  }

  /** Once more on a new connection, where the one that was kept turns out to be gone: a server ends one whose folder is deleted. */
  const withClient = async <T>(work: (client: ImapFlow) => Promise<T>): Promise<T> => {
    const first = await client()
    try {
      return await work(first)
    } catch (error) {
      if (first.usable || (error as ImapError).code !== 'NoConnection') throw error
      return work(await client())
    }
  }

  /** With a folder selected. Null where there is no such folder. */
  const inFolder = async <T>(
    path: string,
    work: (client: ImapFlow) => Promise<T>,
    { isWriting = false } = {},
  ): Promise<T | null> => {
    try {
      const selected = await withClient(async (present) => ({
        present,
        lock: await present
          .getMailboxLock(path, { readOnly: !isWriting })
          .catch((error: unknown) => orMissing(present, path, error)),
      }))
      if (!selected.lock) return null
      try {
        const found = await work(selected.present)
        // On a connection that broke before a command imapflow finds nothing, and says no more of it.
        if (!selected.present.usable) throw new ProviderError('broken', `The ${title} ended the connection.`)
        return found
      } finally {
        selected.lock.release()
      }
    } catch (error) {
      throw imapErrorOf(error)
    }
  }

  /** `once`: one that does more the second time is not repeated where its connection breaks, for it may have been done. */
  const command = async <T>(work: (client: ImapFlow) => Promise<T>, { once = false } = {}): Promise<T> => {
    try {
      return once ? await work(await client()) : await withClient(work)
    } catch (error) {
      throw imapErrorOf(error)
    }
  }

  const close = async (): Promise<void> => {
    const present = await opening?.catch(() => null)
    opening = null
    if (!present) return
    const isLate = new Promise<void>((resolve) => setTimeout(resolve, leaveMs).unref())
    await Promise.race([present.logout().catch(() => {}), isLate])
    present.close()
  }

  return { inFolder, command, close }
}

export type ImapConnection = ReturnType<typeof makeImapConnection>
