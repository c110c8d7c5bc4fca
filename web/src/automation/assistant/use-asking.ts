import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { FoyerCode } from '#client'
import { CallError, read } from '#web/gateway.ts'
import { stream } from '#web/gateway-stream.ts'
import type { Input, Output } from '#web/wire.ts'

/** A question that is being answered. */
export interface Asking {
  readonly message: string
  readonly text: string
  /** What is looked up just now, in words. */
  readonly looking: string | null
}

type Piece = Partial<Output<'ask-assistant'>> & {
  readonly text: string
  readonly looking?: { readonly summary: string }
  readonly error?: string
  readonly code?: FoyerCode
  readonly request_id?: string
}

/** How often it is looked whether a question that ended is at its end on the server, too: so long as a call takes to be settled. */
const mostLooks = 10
const lookAgainMs = 300

/** Asks, and follows the answer as it comes. What was answered is read anew from the server once it is whole, or broke off. */
export const useAsking = (conversationId: string | null, onBegun: (conversationId: string) => void) => {
  const queries = useQueryClient()
  const [asking, setAsking] = useState<Asking | null>(null)
  const [error, setError] = useState<unknown>(null)
  const stopping = useRef<AbortController | null>(null)
  useEffect(() => () => stopping.current?.abort(), [])

  /** As it stands on the server once nothing is answered any more; null where there is no such conversation. */
  const ended = async (id: string): Promise<Output<'show-assistant-conversation'> | null> => {
    for (let looks = 1; ; looks++) {
      const shown = await queries.fetchQuery({ ...read('show-assistant-conversation', { conversationId: id }), staleTime: 0 })
      if (!shown.conversation.is_answering || looks === mostLooks) return shown
      await new Promise((resolve) => setTimeout(resolve, lookAgainMs))
    }
  }

  /** Answers whether something came: what did not is asked once more by the same words. */
  const ask = async (message: string, about: Input<'ask-assistant'>['about']): Promise<boolean> => {
    const controller = new AbortController()
    stopping.current = controller
    setError(null)
    setAsking({ message, text: '', looking: null })
    const id = conversationId ?? crypto.randomUUID()
    let hasCome = false
    let trouble: unknown = null
    try {
      const input = { message, ...(conversationId ? { conversationId } : { newConversationId: id }), ...(about && { about }) }
      for await (const piece of stream<Piece>('ask-assistant', input, controller.signal)) {
        if (piece.error !== undefined) throw brokenOff(piece, piece.error)
        hasCome = true
        const looking = piece.looking?.summary ?? null
        setAsking((before) => before && { ...before, text: before.text + piece.text, looking })
      }
    } catch (thrown) {
      trouble = controller.signal.aborted ? null : thrown
    }
    // Where it was refused before it began there is none, and the panel stays as it is.
    if (await ended(id).catch(() => null)) onBegun(id)
    await queries.invalidateQueries({ queryKey: ['list-assistant-conversations'] })
    setError(trouble)
    stopping.current = null
    setAsking(null)
    return hasCome && trouble === null
  }
  return {
    asking,
    error,
    ask,
    stop: () => stopping.current?.abort(),
  }
}

const brokenOff = ({ code = 'ai_failed', request_id: requestId, ...facts }: Piece, message: string): CallError =>
  new CallError({ message, code, status: 500, facts, ...(requestId && { requestId }) })
