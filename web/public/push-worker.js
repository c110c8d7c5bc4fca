// Shows push notifications, also while no page of Foyer is open. It keeps nothing and answers no requests of pages.

const readPayload = (event) => {
  try {
    return event.data.json()
  } catch {
    return null
  }
}

const pages = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true })

const setBadge = async (count) => {
  try {
    if (count > 0) await self.navigator.setAppBadge?.(count)
    else await self.navigator.clearAppBadge?.()
  } catch {}
}

const show = async (payload) => {
  await setBadge(payload.unread)
  // Who looks at Foyer sees it there.
  if ((await pages()).some((page) => page.visibilityState === 'visible')) return
  await self.registration.showNotification(payload.title, {
    body: payload.body,
    // A later one about the same thing takes its place.
    tag: payload.tag,
    icon: '/favicon.svg',
    data: { path: payload.path },
  })
}

const open = async (path) => {
  const address = new URL(path, self.location.origin)
  if (address.origin !== self.location.origin) return
  const [page] = await pages()
  if (!page) return void (await self.clients.openWindow(address.href))
  await page.focus()
  await page.navigate(address.href).catch(() => self.clients.openWindow(address.href))
}

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('push', (event) => {
  const payload = readPayload(event)
  if (payload) event.waitUntil(show(payload))
})
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data?.path ?? '/notices'))
})
