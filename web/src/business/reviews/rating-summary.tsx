import { Link } from '@tanstack/react-router'
import { counted, countedTo } from '#web/i18n/format.ts'
import type { ReviewLocation } from '#web/wire.ts'
import classes from './reviews.module.css'
import { type ReviewsSearch, starCounts } from './reviews-search.ts'
import { Stars } from './stars.tsx'
import { strings } from './strings.ts'

/** The average here beside Google’s, and how many reviews have how many stars: of one location, or of all. */
export const RatingSummary = ({ locations, search }: { locations: readonly ReviewLocation[]; search: ReviewsSearch }) => {
  const shown = locations.filter(({ id }) => search.location === undefined || id === search.location)
  const counts = starCounts.map((stars) => ({ stars, count: sumOf(shown, (each) => each.counts[Number(stars) - 1] ?? 0) }))
  const rated = counts.reduce((sum, { count }) => sum + count, 0)
  if (rated === 0) return null
  const average = counts.reduce((sum, { stars, count }) => sum + Number(stars) * count, 0) / rated
  return (
    <section className={classes.summary} aria-label={strings.rating}>
      <div className={classes.figures}>
        <div className={classes.average}>
          <span className={classes.figure}>{countedTo(average, 2)}</span>
          <Stars stars={Math.round(average)} />
        </div>
        <div>
          {strings.average} · {strings.count(sumOf(shown, ({ total }) => total))} ·{' '}
          {strings.unansweredCount(sumOf(shown, ({ unanswered }) => unanswered))}
        </div>
        <GoogleSays locations={shown} />
      </div>
      {/* biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so */}
      <ul className={classes.bars} role="list" aria-label={strings.distribution}>
        {counts.map(({ stars, count }) => (
          <li key={stars}>
            <Link
              to="/reviews"
              search={{ ...search, stars }}
              aria-current={search.stars === stars || undefined}
              resetScroll={false}
            >
              <span>{strings.stars(Number(stars))}</span>
              <span className={classes.track} aria-hidden>
                <span className={classes.bar} style={{ width: `${(count / rated) * 100}%` }} />
              </span>
              <span className={classes.number}>{counted(count)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

const sumOf = (locations: readonly ReviewLocation[], count: (location: ReviewLocation) => number): number =>
  locations.reduce((sum, location) => sum + count(location), 0)

/** Google gives one decimal, of each location: compared is one location with itself. */
const GoogleSays = ({ locations }: { locations: readonly ReviewLocation[] }) => {
  const known = locations.filter((each) => each.google_average_rating !== null && each.google_total)
  const total = sumOf(known, (each) => each.google_total ?? 0)
  if (total === 0) return <div className="dim">{`${strings.google}: ${strings.googleUnknown}`}</div>
  const theirs = sumOf(known, (each) => (each.google_average_rating ?? 0) * (each.google_total ?? 0)) / total
  const difference = Math.max(...known.map(differenceOf))
  return (
    <div className="dim">
      {`${strings.google}: ${countedTo(theirs, 1)}, ${strings.count(total)}. `}
      {difference === 0 ? strings.same : strings.differs(countedTo(difference, 1))}
    </div>
  )
}

const differenceOf = ({ google_average_rating: theirs, average_rating: ours }: ReviewLocation): number =>
  Math.abs(Math.round((theirs ?? 0) * 10) - Math.round((ours ?? 0) * 10)) / 10
