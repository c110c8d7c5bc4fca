import { useUnread } from '../conversations/inbox/unread.ts'
import { CountBadge } from '../ui/count-badge.tsx'
import { useTabMark } from '../ui/page-header.tsx'
import { strings } from './strings.ts'
import classes from './unread.module.css'

/** How many conversations have something to read; also in the title of the tab. */
export const Unread = () => {
  const unread = useUnread()
  useTabMark(unread)
  if (unread === 0) return null
  return (
    <CountBadge count={unread} className={classes.unread}>
      {strings.inboxUnread(unread)}
    </CountBadge>
  )
}
