import { dayAndMinute } from '#web/i18n/format.ts'
import { Card } from '#web/ui/card.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { useClock } from '#web/ui/relative-time.tsx'
import type { ViewedSubject } from '#web/wire.ts'
import { useViews } from './api.ts'
import { strings } from './strings.ts'
import { partOf, summaryOf, timeOf } from './view-texts.ts'
import classes from './views.module.css'

type Of = { readonly documentId: string } | { readonly proposalId: string }

/** Who viewed a document or a proposal: how often, when last, and where the time went. */
export const ViewsCard = ({ of }: { of: Of }) => {
  const { data, error, refetch } = useViews(of)
  const [subject] = data?.subjects ?? []
  return (
    <Card title={strings.title}>
      {error && !data ? (
        <ErrorNote error={error} title={strings.failed} onRetry={() => void refetch()} />
      ) : !data ? (
        <RowsPending rows={2} />
      ) : subject ? (
        <Subject subject={subject} />
      ) : (
        <p className="dim">{strings.noneSent}</p>
      )}
    </Card>
  )
}

const Subject = ({ subject }: { subject: ViewedSubject }) => {
  const nowMs = useClock()
  return (
    <>
      <p>{summaryOf(subject, nowMs) ?? <span className="dim">{strings.none}</span>}</p>
      {subject.parts.length > 1 && (
        <dl className={classes.parts}>
          {subject.parts.slice(0, 8).map((part) => (
            <div key={part.part}>
              <dt>
                <bdi>{partOf(part)}</bdi>
              </dt>
              <dd>{timeOf(part.seconds)}</dd>
            </div>
          ))}
        </dl>
      )}
      {subject.views.length > 0 && (
        // biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so
        <ul className={classes.views} role="list" aria-label={strings.list}>
          {subject.views.slice(0, 12).map((view) => (
            <li key={view.id} data-class={view.class}>
              <span>
                {strings.classes[view.class]}
                {view.whose !== null && view.class === 'person' && (
                  <span className="dim">
                    {' · '}
                    <bdi>{view.whose}</bdi>
                  </span>
                )}
              </span>
              <span className="dim" title={view.reason}>
                {[dayAndMinute(view.last_at), view.seconds > 0 ? timeOf(view.seconds) : strings.loads(view.times)].join(' · ')}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
