import { useParams } from '@tanstack/react-router'
import { absoluteTime } from '#web/i18n/format.ts'
import { Card } from '#web/ui/card.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { RecordPanes } from '#web/ui/record.tsx'
import { AbsoluteTime } from '#web/ui/relative-time.tsx'
import { WarningNote } from '#web/ui/warning-note.tsx'
import type { Review, ReviewVersion } from '#web/wire.ts'
import { useReview } from './api.ts'
import { ReplyCard } from './reply-card.tsx'
import classes from './reviews.module.css'
import { Stars } from './stars.tsx'
import { replyStanding } from './states.ts'
import { strings } from './strings.ts'

const back = { label: strings.title, to: '/reviews' } as const

/** One review: what it says and said, and what was answered. */
export const ReviewPage = () => {
  const { reviewId } = useParams({ from: '/staff/reviews/$reviewId' })
  const { data, error, refetch } = useReview(reviewId)
  if (!data)
    return (
      <>
        <PageHeader title={strings.review} back={back} />
        {error ? (
          <ErrorNote title={strings.oneFailed} error={error} onRetry={() => void refetch()} />
        ) : (
          <RowsPending rows={5} />
        )}
      </>
    )
  const { review, versions } = data
  const standing = replyStanding(review)
  return (
    <div key={reviewId}>
      <PageHeader
        title={<bdi>{review.reviewer ?? strings.unnamed}</bdi>}
        tabTitle={strings.review}
        back={back}
        lead={
          <span role="status">
            <Stars stars={review.stars} /> {standing && <Pill tone={standing.tone}>{standing.word}</Pill>}
          </span>
        }
      />
      <RecordPanes properties={<About review={review} />}>
        {review.gone_at !== null && (
          <WarningNote role="status" title={strings.goneTitle}>
            {strings.goneText}
          </WarningNote>
        )}
        <Card title={strings.review}>
          <p className={classes.words}>
            <bdi>{review.text ?? strings.withoutText}</bdi>
          </p>
          {review.pictures > 0 && <p className="dim">{strings.pictures(review.pictures)}</p>}
        </Card>
        <ReplyCard key={review.asked_reply?.created_at} review={review} />
        {versions.length > 1 && <Versions versions={versions.slice(1)} />}
      </RecordPanes>
    </div>
  )
}

const About = ({ review }: { review: Review }) => (
  <Card title={strings.about}>
    <Facts stacked>
      <Fact name={strings.location}>
        <bdi>{review.location.name}</bdi>
      </Fact>
      <Fact name={strings.posted}>
        <AbsoluteTime at={review.posted_at} />
      </Fact>
      {review.changed_at !== review.posted_at && (
        <Fact name={strings.changed}>
          <AbsoluteTime at={review.changed_at} />
        </Fact>
      )}
    </Facts>
    <p className={classes.aside}>{strings.nameNote}</p>
  </Card>
)

const Versions = ({ versions }: { versions: readonly ReviewVersion[] }) => (
  <Card title={strings.versions}>
    {/* biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so */}
    <ol className={classes.versions} role="list">
      {versions.map(({ version, stars, text, changed_at }) => (
        <li key={version}>
          <div>
            <Stars stars={stars} /> <span className="dim">{absoluteTime(changed_at)}</span>
          </div>
          <p className={classes.words}>
            <bdi>{text ?? strings.withoutText}</bdi>
          </p>
        </li>
      ))}
    </ol>
  </Card>
)
