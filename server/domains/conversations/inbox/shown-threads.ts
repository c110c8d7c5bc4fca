import type { Db } from '#core/context.ts'
import { findThreadOf } from './conversations.ts'
import { type ChatMessage, type Conversation, findThreads, type Reader, readHistory, sentThread } from './threads.ts'

interface Wanted {
  /** Of a deal, or of a contact. */
  readonly threadId: string
  readonly before: Parameters<typeof readHistory>[3]['before']
  readonly limit: number
}

/** A thread as a reader sees it, with a page of its messages; null where there is none. */
export const showThread = async (
  db: Db,
  orgId: string,
  { threadId, before, limit }: Wanted,
  reader: Reader,
): Promise<{
  readonly history: ChatMessage[]
  readonly previous: Awaited<ReturnType<typeof readHistory>>['previous']
  readonly conversation: Conversation | null
} | null> => {
  const found = await findThreadOf(db, orgId, threadId)
  if (!found) return null
  const { contactId } = found
  if (contactId === null) return { history: [], previous: null, conversation: null }
  const page = await readHistory(db, orgId, contactId, { before, limit, reader })
  const [thread] = await findThreads(db, orgId, reader.id, { contactId, limit: 1 })
  return { ...page, conversation: thread ? sentThread(thread) : null }
}
