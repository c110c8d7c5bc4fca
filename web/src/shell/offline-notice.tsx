import { useSyncExternalStore } from 'react'
import { IconCloudOff } from '#icons'
import classes from './offline-notice.module.css'
import { strings } from './strings.ts'

/** Says so when the browser has no network, and that nothing is lost by it. */
export const OfflineNotice = () => {
  const isOnline = useSyncExternalStore(watchNetwork, () => navigator.onLine)
  return (
    <div role="status">
      {!isOnline && (
        <div className={classes.notice}>
          <IconCloudOff size={16} aria-hidden style={{ flex: 'none' }} />
          {strings.offline}
        </div>
      )}
    </div>
  )
}

const watchNetwork = (changed: () => void): (() => void) => {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}
