import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import type { Notice } from '#web/module.ts'
import { shownNotice, useSentences } from '#web/sentences.ts'
import { useListKeys } from '#web/shell/keyboard.ts'
import { sentenceOf } from '#web/ui/error-note.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import classes from './notices.module.css'
import { strings } from './strings.ts'

/** Notices in words. One that leads somewhere is one link, and is read once it was followed. */
export const NoticeList = ({ notices, onFollow }: { notices: readonly Notice[]; onFollow: (notice: Notice) => void }) => {
  const list = useRef<HTMLUListElement>(null)
  useListKeys(list)
  return (
    // biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so
    <ul className={classes.list} ref={list} role="list" aria-label={strings.list}>
      {notices.map((notice) => (
        <li key={notice.id}>
          <Row notice={notice} onFollow={() => onFollow(notice)} />
        </li>
      ))}
    </ul>
  )
}

const Row = ({ notice, onFollow }: { notice: Notice; onFollow: () => void }) => {
  const { title, text, tone, link } = shownNotice(useSentences(), notice, strings.other)
  const content = (
    <>
      <span className={classes.mark} data-tone={tone} data-unread={!notice.read || undefined} aria-hidden />
      <span className={classes.body}>
        <span className={classes.title} data-unread={!notice.read || undefined}>
          {title}
          {!notice.read && <span className="hidden-visually"> ({strings.unread})</span>}
        </span>
        {text && <span className={classes.text}>{sentenceOf(text)}</span>}
        <span className={classes.time}>
          <RelativeTime at={notice.at} long />
        </span>
      </span>
    </>
  )
  return link ? (
    <Link {...link} className={classes.row} data-row={notice.id} onClick={onFollow}>
      {content}
    </Link>
  ) : (
    <div className={classes.row}>{content}</div>
  )
}
