import { Link } from '@tanstack/react-router'
import { Card } from '#web/ui/card.tsx'
import { useClock } from '#web/ui/relative-time.tsx'
import type { ViewedSubject } from '#web/wire.ts'
import { strings } from './strings.ts'
import { summaryOf } from './view-texts.ts'
import classes from './views.module.css'

/** What was viewed of what was sent for a deal. */
export const ViewedCard = ({ viewed }: { viewed: readonly ViewedSubject[] }) => {
  const nowMs = useClock()
  return (
    <Card title={strings.title}>
      {/* biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so */}
      <ul className={classes.subjects} role="list">
        {viewed.map((subject) => (
          <li key={subject.id}>
            <Link {...pageOf(subject)} className="text-link">
              <bdi>{subject.title}</bdi>
            </Link>
            <span className="dim">{summaryOf(subject, nowMs)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const pageOf = ({ kind, id }: ViewedSubject) =>
  kind === 'document'
    ? ({ to: '/documents/$documentId', params: { documentId: id } } as const)
    : ({ to: '/proposals/$proposalId', params: { proposalId: id } } as const)
