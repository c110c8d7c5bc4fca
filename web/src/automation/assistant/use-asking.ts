import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { FoyerCode } from '#client'
import { CallError } from '#web/gateway.ts'
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

/** Asks, and follows the answer as it comes. What was answered is read anew from the server once it is whole, or broke off. */
export const useAsking = (conversationId: string | null, onBegun: (conversationId: string) => void) => {
  const queries = useQueryClient()
  const [asking, setAsking] = useState<Asking | null>(null)
  const [error, setError] = useState<unknown>(null)
  const stopping = useRef<AbortController | null>(null)
  useEffect(() => () => stopping.current?.abort(), [])

  const ask = async (message: string, about: Input<'ask-assistant'>['about']): Promise<void> => {
    const controller = new AbortController()
    stopping.current = controller
    setError(null)
    setAsking({ message, text: '', looking: null })
    let begun = conversationId
    try {
      const input = { message, ...(conversationId && { conversationId }), ...(about && { about }) }
      for await (const piece of stream<Piece>('ask-assistant', input, controller.signal)) {
        if (piece.conversationId) begun = piece.conversationId
        if (piece.error !== undefined) throw brokenOff(piece, piece.error)
        const looking = piece.looking?.summary ?? null
        setAsking((before) => before && { ...before, text: before.text + piece.text, looking })
      }
    } catch (thrown) {
      if (!controller.signal.aborted) setError(thrown)
    }
    if (begun) onBegun(begun)
    await Promise.all(
      ['show-assistant-conversation', 'list-assistant-conversations'].map((name) =>
        queries.invalidateQueries({ queryKey: [name] }),
      ),
    )
    stopping.current = null
    setAsking(null)
  }
  return {
    asking,
    error,
    ask: (...question: Parameters<typeof ask>) => void ask(...question),
    stop: () => stopping.current?.abort(),
  }
}

const brokenOff = ({ code = 'ai_failed', request_id: requestId }: Piece, message: string): CallError =>
  new CallError({ message, code, status: 500, ...(requestId && { requestId }) })
