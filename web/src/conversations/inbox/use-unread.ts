import { useEffect, useRef, useState } from 'react'
import type { Conversation, Message } from '#web/wire.ts'
import { useMarkRead } from './api.ts'

/** What is seen is marked as read: at its end, in a tab that is looked at. Other tabs and colleagues' lists hear of it live. */
export const useMarking = (
  conversation: Conversation,
  messages: readonly Message[],
  projectId: string,
  isAtEnd: boolean,
): void => {
  const { mutate } = useMarkRead()
  const isSeen = useIsVisible() && isAtEnd
  const marked = useRef<string | null>(null)
  const readTo = messages.findLast(({ direction }) => direction === 'in')?.id
  const hasUnread = conversation.unread_count > 0
  useEffect(() => {
    if (!isSeen || !hasUnread || !readTo || marked.current === readTo) return
    marked.current = readTo
    mutate(
      { projectId, readTo },
      {
        onError: () => {
          marked.current = null
        },
      },
    )
  }, [isSeen, hasUnread, readTo, projectId, mutate])
}

const useIsVisible = (): boolean => {
  const [isVisible, setVisible] = useState(document.visibilityState === 'visible')
  useEffect(() => {
    const look = (): void => setVisible(document.visibilityState === 'visible')
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return isVisible
}

/** Where the unread began when the conversation was opened; it stays there while it is read. */
export const useFirstUnread = (conversation: Conversation, messages: readonly Message[]): string | undefined => {
  const [first] = useState(() => {
    const received = messages.filter(({ direction }) => direction === 'in')
    return conversation.unread_count > 0 ? received.at(-conversation.unread_count)?.id : undefined
  })
  return first
}

/** How many came while the reader was further up. */
export const useMissed = (messages: readonly Message[], isAtEnd: boolean): number => {
  const newest = messages.at(-1)?.id
  const [seen, setSeen] = useState(newest)
  useEffect(() => {
    if (isAtEnd) setSeen(newest)
  }, [isAtEnd, newest])
  const at = messages.findIndex(({ id }) => id === seen)
  return at === -1 ? 0 : messages.slice(at + 1).filter(({ direction }) => direction === 'in').length
}
