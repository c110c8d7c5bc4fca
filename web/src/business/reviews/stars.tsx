import classes from './reviews.module.css'
import { strings } from './strings.ts'

/** Stars as a picture, and in words for those who do not see it. */
export const Stars = ({ stars }: { stars: number | null }) =>
  stars === null ? (
    <span className="dim">{strings.unrated}</span>
  ) : (
    <span className={classes.stars} role="img" aria-label={strings.ofStars(stars)}>
      {'★'.repeat(stars)}
      <span className={classes.starsLeft}>{'★'.repeat(5 - stars)}</span>
    </span>
  )
