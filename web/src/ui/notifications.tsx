import type { NotificationData, Notifications } from '@mantine/notifications'
import { useSyncExternalStore } from 'react'
import { type PlainNotice, PlainNotices } from './plain-notices.tsx'

/** Fetched with the first message that is shown, or when the app is idle: the first page does without it. */
export const loadNotifications = () => import('./notifications-library.ts')

interface Shown {
  readonly Region: typeof Notifications | null
  /** Messages whose region could not be fetched: the network was down, or a new version of the app is installed. */
  readonly plain: readonly PlainNotice[]
}
let shown: Shown = { Region: null, plain: [] }
const watchers = new Set<() => void>()
const change = (next: Partial<Shown>): void => {
  shown = { ...shown, ...next }
  for (const changed of watchers) changed()
}
const watch = (changed: () => void): (() => void) => {
  watchers.add(changed)
  return () => watchers.delete(changed)
}

let counter = 0
const hidePlain = (id: string): void => change({ plain: shown.plain.filter((notice) => notice.id !== id) })

/** Short messages at the edge of the page. What is shown before the region stands waits for it. */
export const notifications = {
  /** Answers the id to hide it by. */
  show(data: NotificationData): string {
    const id = data.id ?? `shown-${++counter}`
    loadNotifications().then(
      (library) => {
        if (!shown.Region) change({ Region: library.Notifications })
        library.notifications.show({ ...data, id })
      },
      () => change({ plain: [...shown.plain.filter((notice) => notice.id !== id), { ...data, id }] }),
    )
    return id
  },
  hide(id: string): void {
    hidePlain(id)
    loadNotifications().then(
      (library) => library.notifications.hide(id),
      () => {}, // then it was a plain one
    )
  },
}

/** Where they are shown. */
export const NotificationsRegion = () => {
  const { Region, plain } = useSyncExternalStore(watch, () => shown)
  return (
    <>
      {Region && <Region position="bottom-left" />}
      {plain.length > 0 && <PlainNotices notices={plain} onClose={hidePlain} />}
    </>
  )
}
