import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { onDay } from '#web/i18n/format.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { OlderRows, RowsPending } from '#web/ui/keyset-list.tsx'
import { RelativeTime, useClock } from '#web/ui/relative-time.tsx'
import type { TimelineEntry } from '#web/wire.ts'
import { useTimeline, type Whose } from './api.ts'
import { causeOf, told } from './entry-texts.ts'
import { strings } from './strings.ts'
import classes from './timeline.module.css'

const NoteEntry = lazy(() => import('../records/note-entry.tsx').then(({ NoteEntry }) => ({ default: NoteEntry })))
const CallEntry = lazy(() => import('../records/call-entry.tsx').then(({ CallEntry }) => ({ default: CallEntry })))

/**
 * Everything that happened with a person, or around one deal, newest first and live: each entry with who or what caused
 * it. Without a card around it: `<Card title={…}><Timeline of={{ contactId }} /></Card>`.
 */
export const Timeline = ({
  of: whose,
  kinds,
  none = strings.empty,
}: {
  of: Whose
  /** Only entries of these kinds. */
  kinds?: readonly TimelineEntry['kind'][] | undefined
  /** What stands where there is nothing. */
  none?: string | undefined
}) => {
  const list = useTimeline(whose, kinds)
  const today = onDay(new Date(useClock()).toISOString())
  const entries = list.data?.pages.flatMap((page) => page.entries)
  if (!entries)
    return list.error ? (
      <ErrorNote error={list.error} title={strings.failed} onRetry={() => void list.refetch()} />
    ) : (
      <RowsPending rows={4} />
    )
  if (entries.length === 0) return <p className="dim">{none}</p>
  return (
    <>
      {byDay(entries).map(({ day, entries }) => (
        <section key={day} className={classes.day} aria-label={day === today ? strings.today : day}>
          <h3 className={classes.dayName}>{day === today ? strings.today : day}</h3>
          {/* biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so */}
          <ol className={classes.entries} role="list" reversed>
            {entries.map((entry) => (
              <Row key={entry.id} entry={entry} />
            ))}
          </ol>
        </section>
      ))}
      <OlderRows
        list={{
          rows: entries,
          hasOlder: list.hasNextPage,
          isLoadingOlder: list.isFetchingNextPage,
          olderError: list.isFetchNextPageError ? list.error : null,
          loadOlder: () => void list.fetchNextPage(),
        }}
      />
    </>
  )
}

const Row = ({ entry }: { entry: TimelineEntry }) => {
  const { Icon, tone, title, text, link, href } = told(entry)
  const cause = causeOf(entry)
  const isLogged = entry.kind === 'call' && entry.facts.outcome != null
  // Kept here: what was unfolded stays so when the part of a note that edits it has come, and a new text is folded.
  const [openText, setOpenText] = useState<string | null>(null)
  const shownText = text !== null && (
    <Text of={text} isOpen={openText === text} onOpen={(isOpen) => setOpenText(isOpen ? text : null)} />
  )
  return (
    <li>
      <span className={classes.mark} data-tone={tone} aria-hidden>
        <Icon size={16} stroke={1.8} />
      </span>
      <div className={classes.body}>
        <div className={classes.title}>
          {link ? (
            <Link {...(link as { to: '/' })} className={classes.link}>
              {title}
            </Link>
          ) : href ? (
            <a href={href} download className={classes.link}>
              {title}
            </a>
          ) : (
            title
          )}
        </div>
        {isLogged && (
          <Suspense fallback={shownText}>
            <CallEntry entry={entry}>{shownText}</CallEntry>
          </Suspense>
        )}
        {text !== null &&
          !isLogged &&
          (entry.kind === 'note' ? (
            <Suspense fallback={shownText}>
              <NoteEntry entry={entry}>{shownText}</NoteEntry>
            </Suspense>
          ) : (
            shownText
          ))}
        <div className="dim">
          {cause !== null && `${cause} · `}
          {(entry.kind === 'note' || isLogged) && entry.facts.edited_at != null && `${strings.edited} · `}
          {entry.facts.is_unverified === true && `${strings.notVerified} · `}
          <RelativeTime at={entry.at} long />
        </div>
      </div>
    </li>
  )
}

/** Longer than this is folded: a timeline is looked over. */
const longText = 280

const Text = ({ of: text, isOpen, onOpen }: { of: string; isOpen: boolean; onOpen: (isOpen: boolean) => void }) => {
  const isLong = text.length > longText
  return (
    <div className={classes.text}>
      <bdi>{isLong && !isOpen ? `${text.slice(0, longText)}…` : text}</bdi>
      {isLong && (
        <button type="button" className={classes.more} aria-expanded={isOpen} onClick={() => onOpen(!isOpen)}>
          {isOpen ? strings.less : strings.more}
        </button>
      )}
    </div>
  )
}

/** In their order, by the day of the reader's own zone. */
const byDay = (entries: readonly TimelineEntry[]): { day: string; entries: TimelineEntry[] }[] => {
  const days: { day: string; entries: TimelineEntry[] }[] = []
  for (const entry of entries) {
    const day = onDay(entry.at)
    const last = days.at(-1)
    if (last?.day === day) last.entries.push(entry)
    else days.push({ day, entries: [entry] })
  }
  return days
}
