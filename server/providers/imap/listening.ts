import type { ImapFlow } from 'imapflow'
import { ProviderError } from '#ports/provider-error.ts'
import { imapErrorOf, openImap } from './connection.ts'
import { addressesOf, atFirst, type ServerParts } from './servers.ts'

/** IDLE is begun anew before a server may take its client for gone after 29 minutes (RFC 2177). */
const longestIdleMs = 27 * 60_000
/** After so long without a byte the server is asked for a sign of life, and IDLE begins anew: a dead connection says nothing. */
const silenceMs = 5 * 60_000
/** A server that ends IDLE sooner, by itself, is not asked again and again. */
const shortestIdleMs = 1_000

/**
 * Hears of what changes in the inbox while a connection of its own stands. `heard` is called once it stands, for what came before, and for
 * each announcement. Ends with the signal; throws ProviderError when the connection breaks.
 */
export const listenInInbox = async (
  parts: ServerParts,
  heard: () => void,
  signal: AbortSignal,
  times: { readonly silenceMs: number; readonly longestIdleMs: number } = { silenceMs, longestIdleMs },
): Promise<void> => {
  const opening = addressesOf(parts).then((addresses) => atFirst(addresses, (address) => openImap(parts, address, times)))
  const client = await whileWanted(opening, signal)
  if (!client) return
  const close = (): void => client.close()
  signal.addEventListener('abort', close)
  try {
    if (!client.capabilities.has('IDLE'))
      throw new ProviderError('refused', 'The mail server (IMAP) does not announce mail (IDLE).', { code: 'no_idle' })
    await client.mailboxOpen('INBOX', { readOnly: true })
    client.on('exists', heard)
    client.on('expunge', heard)
    client.on('flags', heard)
    heard()
    while (!signal.aborted) await idle(client)
  } catch (error) {
    if (!signal.aborted) throw imapErrorOf(error)
  } finally {
    signal.removeEventListener('abort', close)
    client.close()
  }
}

/** One that opens too late is closed. */
const whileWanted = async (opening: Promise<ImapFlow>, signal: AbortSignal): Promise<ImapFlow | null> => {
  const aborted = new Promise<null>((resolve) => signal.addEventListener('abort', () => resolve(null), { once: true }))
  const client = await Promise.race([opening, aborted])
  if (client && !signal.aborted) return client
  opening.then(
    (late) => late.close(),
    () => {},
  )
  return null
}

const idle = async (client: ImapFlow): Promise<void> => {
  const begunAt = performance.now()
  const outcome = await client.idle()
  if (!client.usable || outcome === false || performance.now() - begunAt < shortestIdleMs)
    throw new ProviderError('broken', 'The mail server (IMAP) ended the connection.')
}
