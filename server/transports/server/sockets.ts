import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** What Node hangs on a connection: the answer that is being made on it, as its own handling of broken requests uses it. */
export type ClientSocket = Socket & { readonly _httpMessage?: (ServerResponse & { readonly req: IncomingMessage }) | null }

/** Whether a request on it is under way. */
export const isBusy = (socket: ClientSocket): boolean => socket._httpMessage != null

/** So long a client may take to read why it was refused. */
export const lastWordsMs = 1_000

/** Whether a body comes with a request, by its head. */
export const hasBody = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
