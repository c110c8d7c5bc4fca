import { call } from '#web/gateway.ts'

/** At the root, so that it may show notifications for every page. */
const workerPath = '/push-worker.js'

export type PushState = 'off' | 'on' | 'denied' | 'unsupported' | 'insecure'

const registration = (): Promise<ServiceWorkerRegistration | undefined> => navigator.serviceWorker.getRegistration(workerPath)

const subscribed = async (): Promise<PushSubscription | null> =>
  (await (await registration())?.pushManager.getSubscription()) ?? null

/** How it is in this browser, as far as the browser knows. */
export const pushState = async (): Promise<PushState> => {
  if (!window.isSecureContext) return 'insecure'
  if (!('serviceWorker' in navigator) || typeof PushManager === 'undefined' || typeof Notification === 'undefined')
    return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  return (await subscribed()) ? 'on' : 'off'
}

/** Asks the user, subscribes the browser by the key of this server, and registers it. Answers how it is then. */
export const turnPushOn = async (): Promise<PushState> => {
  if ((await Notification.requestPermission()) !== 'granted') return pushState()
  const { key } = await call('subscribe-push', {})
  await navigator.serviceWorker.register(workerPath)
  const { pushManager } = await navigator.serviceWorker.ready
  const options = { userVisibleOnly: true, applicationServerKey: key }
  // A subscription by the key of another server, a restored one perhaps, is of no use here.
  const made = await pushManager.subscribe(options).catch(async () => {
    await (await pushManager.getSubscription())?.unsubscribe()
    return pushManager.subscribe(options)
  })
  const { endpoint = '', keys } = made.toJSON()
  await call('subscribe-push', { subscription: { endpoint, keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } } })
  return 'on'
}

/** Of this browser, here and at the server. */
export const turnPushOff = async (): Promise<void> => {
  const made = await subscribed()
  if (!made) return
  await made.unsubscribe()
  await call('unsubscribe-push', { endpoint: made.endpoint })
}
