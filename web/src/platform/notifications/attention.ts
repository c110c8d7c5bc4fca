import { useEffect, useRef } from 'react'
import { playSound } from './sound.ts'

/** With a dot, where something is unread. */
const icons = { quiet: '/favicon.svg', unread: '/favicon-unread.svg' } as const

/** The badge of the app on a home screen or in a dock, where the browser has one, and the icon of the tab. */
const showBadge = (unread: number): void => {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (link) link.href = unread > 0 ? icons.unread : icons.quiet
  if (!('setAppBadge' in navigator)) return
  // Refused where the app is not installed: there is nothing to show it on.
  void (unread > 0 ? navigator.setAppBadge(unread) : navigator.clearAppBadge()).catch(() => {})
}

/** One of the tabs plays it: the first that gets the name, which it keeps for longer than the others need to ask. */
const playOnce = (newestId: string): void => {
  const play = async (lock: Lock | null): Promise<void> => {
    if (!lock) return
    await playSound().catch(() => {})
    await new Promise((done) => setTimeout(done, 3_000))
  }
  if ('locks' in navigator) void navigator.locks.request(`sound ${newestId}`, { ifAvailable: true }, play)
  else void playSound().catch(() => {})
}

/** Shows how much is unread outside the page, and says aloud what came in since it was opened, where the reader wants that. */
export const useAttention = (unread: number, newestId: string | null | undefined, hasSound: boolean): void => {
  const heard = useRef<string | null | undefined>(undefined)
  useEffect(() => showBadge(unread), [unread])
  useEffect(() => {
    if (newestId === undefined) return
    const before = heard.current
    heard.current = newestId
    const isNew = before !== undefined && newestId !== null && (before === null || newestId > before)
    if (isNew && hasSound) playOnce(newestId)
  }, [newestId, hasSound])
}
