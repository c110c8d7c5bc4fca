import type { NotificationData } from '@mantine/notifications'
import { lazy, Suspense, useSyncExternalStore } from 'react'

/** Fetched with the first message that is shown, or when the app is idle: the first page does without it. */
export const loadNotifications = () => import('@mantine/notifications')

const Region = lazy(() => loadNotifications().then(({ Notifications }) => ({ default: Notifications })))

let isWanted = false
let counter = 0
const watchers = new Set<() => void>()

const want = (): ReturnType<typeof loadNotifications> => {
  isWanted = true
  for (const changed of watchers) changed()
  return loadNotifications()
}

/** Short messages at the edge of the page. What is shown before the region stands waits for it. */
export const notifications = {
  /** Answers the id to hide it by. */
  show(data: NotificationData): string {
    const id = data.id ?? `shown-${++counter}`
    void want().then((library) => library.notifications.show({ ...data, id }))
    return id
  },
  hide(id: string): void {
    void want().then((library) => library.notifications.hide(id))
  },
}

/** Where they are shown. */
export const NotificationsRegion = () => {
  const isHere = useSyncExternalStore(
    (changed) => {
      watchers.add(changed)
      return () => watchers.delete(changed)
    },
    () => isWanted,
  )
  return (
    isHere && (
      <Suspense>
        <Region position="bottom-left" />
      </Suspense>
    )
  )
}
