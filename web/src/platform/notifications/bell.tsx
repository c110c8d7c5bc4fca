import { lazy, Suspense } from 'react'
import { IconBell } from '#icons'
import { CountBadge } from '#web/ui/count-badge.tsx'
import iconClasses from '#web/ui/icon-button.module.css'
import { Popover } from '#web/ui/popover.tsx'
import { useNewestNotices } from './api.ts'
import { useAttention } from './attention.ts'
import classes from './notices.module.css'
import { strings } from './strings.ts'

const Panel = lazy(() => import('./panel.tsx').then(({ Panel }) => ({ default: Panel })))

/** How much is unread, also said aloud when it changes; opens the newest of it. */
export const Bell = () => {
  const { data } = useNewestNotices()
  const unread = data?.unread ?? 0
  useAttention(unread, data && (data.notices[0]?.id ?? null), data?.sound ?? false)
  return (
    <Popover
      position="bottom-end"
      width="min(23rem, calc(100vw - 1rem))"
      shadow="md"
      radius="lg"
      dropdown={{ className: classes.panel ?? '', 'aria-label': strings.title }}
      target={
        <button type="button" className={iconClasses.iconButton} aria-label={strings.bell(unread)}>
          <IconBell size={20} stroke={1.7} aria-hidden />
          {unread > 0 && <CountBadge count={unread} className={classes.count} />}
        </button>
      }
    >
      {(isOpen, close) =>
        isOpen && (
          <Suspense>
            <Panel onClose={close} />
          </Suspense>
        )
      }
    </Popover>
  )
}
