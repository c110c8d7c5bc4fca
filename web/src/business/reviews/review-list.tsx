import { List, ListRow } from '#web/ui/list.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import type { Review } from '#web/wire.ts'
import classes from './reviews.module.css'
import { Stars } from './stars.tsx'
import { replyStanding } from './states.ts'
import { strings } from './strings.ts'

/** Reviews in the order that they are given. */
export const ReviewList = ({ reviews }: { reviews: readonly Review[] }) => (
  <List label={strings.list}>
    {reviews.map((review) => (
      <ReviewRow key={review.id} review={review} />
    ))}
  </List>
)

const ReviewRow = ({ review }: { review: Review }) => {
  const standing = replyStanding(review)
  return (
    <ListRow
      title={<bdi>{review.reviewer ?? strings.unnamed}</bdi>}
      link={{ to: '/reviews/$reviewId', params: { reviewId: review.id } }}
      linkId={review.id}
      pills={
        <>
          <Stars stars={review.stars} />
          {review.gone_at !== null && <Pill tone="warn">{strings.removed}</Pill>}
          {review.version > 1 && <Pill>{strings.edited}</Pill>}
          {standing && <Pill tone={standing.tone}>{standing.word}</Pill>}
        </>
      }
      end={<RelativeTime at={review.changed_at} />}
    >
      <span className={classes.text}>
        <bdi>{review.text ?? strings.withoutText}</bdi>
      </span>
      <span>
        <bdi>{review.location.name}</bdi>
      </span>
    </ListRow>
  )
}
