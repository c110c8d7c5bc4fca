import { listen, post } from './calls.ts'
import { slowestMs, type Waiting } from './outbox.ts'
import { hasBegun, type OpenSession } from './session.ts'
import type { Store } from './store.ts'

export interface Said {
  readonly id: string
  readonly at: string
  readonly from: 'user' | 'agent'
  readonly author: string | null
  readonly text: string
  readonly client_message_id: string | null
}

/** The conversation as the server has it, read anew when there is news. */
export const openMessages = (
  base: string,
  store: Store,
  session: OpenSession,
  on: {
    changed(): void
    /** An answer came after the first reading. */
    answered(author: string | null): void
    isOpen(): boolean
  },
) => {
  const said = new Map<string, Said>()
  let cursor: string | null = null
  let stream: AbortController | undefined

  /** Reads what is new. */
  const look = async (): Promise<void> => {
    const asked = session.current
    if (!asked || !hasBegun(store)) return
    const isFirst = cursor === null
    const { status, body } = await post<{ messages: Said[]; cursor: string | null }>(
      base,
      'read-web-chat',
      { sessionId: asked.sessionId, after: cursor },
      asked.token,
    )
    if (status !== 200 || session.current?.sessionId !== asked.sessionId) return
    cursor = body.cursor
    const fresh = body.messages.filter(({ id }) => !said.has(id))
    for (const message of fresh) {
      said.set(message.id, message)
      said.delete(`sent ${message.client_message_id}`)
      if (message.client_message_id !== null) store.remove(`queue:${message.client_message_id}`)
    }
    const answer = fresh.findLast(({ from }) => from === 'agent')
    on.changed()
    if (answer && !isFirst) on.answered(answer.author)
  }

  return {
    look,
    inOrder: (): Said[] => [...said.values()].sort((a, b) => (a.at === b.at ? (a.id < b.id ? -1 : 1) : a.at < b.at ? -1 : 1)),
    /** Until it is read back, as it was sent. */
    addOwn({ id, text }: Waiting): void {
      const newestMs = Math.max(Date.now(), ...[...said.values()].map(({ at }) => Date.parse(at) + 1))
      const at = new Date(newestMs).toISOString()
      said.set(`sent ${id}`, { id: `sent ${id}`, at, from: 'user', author: null, text, client_message_id: id })
    },
    forget(): void {
      said.clear()
      cursor = null
    },
    /**
     * Listens for news while the page is visible: a page in the background holds no connection, of which a browser has six for
     * a server. Where streams do not come through, it asks now and then.
     */
    async keepListening(): Promise<void> {
      if (stream || document.hidden || !session.current || !hasBegun(store)) return
      const mine = new AbortController()
      stream = mine
      for (let deaf = 0; !mine.signal.aborted && session.current; ) {
        const hasHeard = await listen(base, session.current.token, mine.signal, () => void look())
        if (mine.signal.aborted) break
        deaf = hasHeard ? 0 : deaf + 1
        await pause(deaf === 0 ? 500 + Math.random() * 1_000 : Math.min(2_000 * 2 ** deaf, on.isOpen() ? 10_000 : slowestMs))
        if (!mine.signal.aborted && deaf > 0) await look()
      }
      if (stream === mine) stream = undefined
    },
    stopListening(): void {
      stream?.abort()
      stream = undefined
    },
  }
}

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))
