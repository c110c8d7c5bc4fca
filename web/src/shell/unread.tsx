import { useUnread } from '../inbox/unread.ts'
import { useTabMark } from '../parts/page-header.tsx'
import { counted } from '../words/format.ts'
import { words } from './messages.ts'
import classes from './shell.module.css'

/** How many conversations have something to read; also in the title of the tab. */
export const Unread = () => {
  const unread = useUnread()
  useTabMark(unread)
  if (unread === 0) return null
  return (
    <span className={classes.unread}>
      <span aria-hidden>{unread > 99 ? `${counted(99)}+` : counted(unread)}</span>
      <span className="hidden-visually">{words.inboxUnread(unread)}</span>
    </span>
  )
}
