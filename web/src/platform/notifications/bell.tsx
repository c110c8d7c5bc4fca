import { Popover } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { IconBell } from '#icons'
import { CountBadge } from '#web/ui/count-badge.tsx'
import iconClasses from '#web/ui/icon-button.module.css'
import { useNewestNotices } from './api.ts'
import classes from './notices.module.css'
import { strings } from './strings.ts'

const Panel = lazy(() => import('./panel.tsx').then(({ Panel }) => ({ default: Panel })))

/** How much is unread, also said aloud when it changes; opens the newest of it. */
export const Bell = () => {
  const { data } = useNewestNotices()
  const [opened, setOpened] = useState(false)
  const unread = data?.unread ?? 0
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width="min(23rem, calc(100vw - 1rem))"
      shadow="md"
      radius="lg"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <button
          type="button"
          className={iconClasses.iconButton}
          aria-label={strings.bell(unread)}
          onClick={() => setOpened(!opened)}
        >
          <IconBell size={20} stroke={1.7} aria-hidden />
          {unread > 0 && <CountBadge count={unread} className={classes.count} />}
        </button>
      </Popover.Target>
      <Popover.Dropdown
        className={classes.panel ?? ''}
        aria-label={strings.title}
        // Escape closes the list, and does not leave the page behind it as well.
        onKeyDown={(event) => event.key === 'Escape' && event.stopPropagation()}
      >
        {opened && (
          <Suspense>
            <Panel onClose={() => setOpened(false)} />
          </Suspense>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
