import { shownNotice, useSentences } from '#web/sentences.ts'
import { sentenceOf } from '#web/ui/error-note.tsx'
import { List, ListRow } from '#web/ui/list.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import type { Notice } from '#web/wire.ts'
import classes from './notices.module.css'
import { strings } from './strings.ts'

/** Notices as sentences. One that leads to a record is one link, and is read once it was followed. */
export const NoticeList = ({ notices, onFollow }: { notices: readonly Notice[]; onFollow: (notice: Notice) => void }) => (
  <List label={strings.list}>
    {notices.map((notice) => (
      <Row key={notice.id} notice={notice} onFollow={() => onFollow(notice)} />
    ))}
  </List>
)

const Row = ({ notice, onFollow }: { notice: Notice; onFollow: () => void }) => {
  const { title, text, tone, link } = shownNotice(useSentences(), notice, strings.other)
  return (
    <ListRow
      mark={<span className={classes.mark} data-tone={tone} data-unread={!notice.read || undefined} />}
      title={
        <span className={classes.title} data-unread={!notice.read || undefined}>
          {title}
          {!notice.read && <span className="hidden-visually"> ({strings.unread})</span>}
        </span>
      }
      link={link}
      linkId={notice.id}
      onFollow={onFollow}
      end={<RelativeTime at={notice.at} />}
    >
      {text && sentenceOf(text)}
    </ListRow>
  )
}
