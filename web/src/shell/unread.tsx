import { useUnread } from '../conversations/inbox/unread.ts'
import { counted } from '../i18n/format.ts'
import { useTabMark } from '../ui/page-header.tsx'
import classes from './shell.module.css'
import { strings } from './strings.ts'

/** How many conversations have something to read; also in the title of the tab. */
export const Unread = () => {
  const unread = useUnread()
  useTabMark(unread)
  if (unread === 0) return null
  return (
    <span className={classes.unread}>
      <span aria-hidden>{unread > 99 ? `${counted(99)}+` : counted(unread)}</span>
      <span className="hidden-visually">{strings.inboxUnread(unread)}</span>
    </span>
  )
}
