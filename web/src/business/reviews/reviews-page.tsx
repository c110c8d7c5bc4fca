import { Button } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { IconMoodEmpty, IconStar } from '#icons'
import { isAtLeast, useSession } from '#web/session.ts'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { OlderRows, RowsPending } from '#web/ui/keyset-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { useLocations, useReviews } from './api.ts'
import { ConnectReviews } from './connect-reviews.tsx'
import { RatingSummary } from './rating-summary.tsx'
import { ReviewActions } from './review-actions.tsx'
import { ReviewFilters } from './review-filters.tsx'
import { ReviewList } from './review-list.tsx'
import { shows } from './reviews-search.ts'
import { strings } from './strings.ts'
import { SyncNote } from './sync-note.tsx'

const route = getRouteApi('/staff/reviews')

/** What customers wrote, the latest change first, with the rating of each location. */
export const ReviewsPage = () => {
  const search = route.useSearch()
  const isAdmin = isAtLeast(useSession().role, 'admin')
  const found = useLocations()
  const { accounts = [], locations = [] } = found.data ?? {}
  const isUnconnected = found.data !== undefined && accounts.length === 0 && locations.length === 0
  return (
    <>
      <PageHeader
        title={strings.title}
        tabs={!isUnconnected && <Shows />}
        actions={isAdmin && accounts.length > 0 && <ReviewActions locations={locations} />}
      />
      {found.error && !found.data ? (
        <ErrorNote title={strings.loadFailed} error={found.error} onRetry={() => void found.refetch()} />
      ) : !found.data ? (
        <RowsPending />
      ) : isUnconnected ? (
        <ConnectReviews isAdmin={isAdmin} />
      ) : (
        <>
          <SyncNote accounts={accounts} isAdmin={isAdmin} />
          <RatingSummary locations={locations} search={search} />
          <ReviewFilters locations={locations} search={search} />
          <FoundReviews isReading={accounts.some(({ sync }) => isOpen(sync?.status))} hasLocations={locations.length > 0} />
        </>
      )}
    </>
  )
}

const isOpen = (status: string | undefined): boolean => status === 'queued' || status === 'in_progress'

const FoundReviews = ({ isReading, hasLocations }: { isReading: boolean; hasLocations: boolean }) => {
  const search = route.useSearch()
  const list = useReviews(search)
  const reviews = list.data?.pages.flatMap((page) => page.reviews) ?? []
  const isNarrowed = Object.keys(search).length > 0
  if (list.error && !list.data)
    return <ErrorNote title={strings.loadFailed} error={list.error} onRetry={() => void list.refetch()} />
  if (list.isPending) return <RowsPending />
  if (reviews.length === 0 && isNarrowed)
    return (
      <Empty icon={<IconMoodEmpty size={24} stroke={1.6} />} title={strings.noMatch}>
        <Button component={Link} to="/reviews" variant="default">
          {strings.showAll}
        </Button>
      </Empty>
    )
  if (reviews.length === 0) {
    const [title, text] = isReading
      ? [strings.reading, strings.readingText]
      : hasLocations
        ? [strings.emptyTitle, strings.emptyText]
        : [strings.noLocations, strings.noLocationsText]
    return <Empty icon={<IconStar size={24} stroke={1.6} />} title={title} text={text} />
  }
  return (
    <>
      <ReviewList reviews={reviews} />
      <OlderRows
        list={{
          rows: reviews,
          hasOlder: list.hasNextPage,
          isLoadingOlder: list.isFetchingNextPage,
          olderError: list.isFetchNextPageError ? list.error : null,
          loadOlder: () => void list.fetchNextPage(),
        }}
      />
    </>
  )
}

const Shows = () => {
  const { stars, location } = route.useSearch()
  const others = { ...(stars && { stars }), ...(location && { location }) }
  return (
    <nav aria-label={strings.filter}>
      {/* biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so */}
      <ul role="list">
        {[undefined, ...shows].map((show) => (
          <li key={show ?? ''}>
            <Link
              to="/reviews"
              search={{ ...others, ...(show && { show }) }}
              activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
              activeProps={{ 'aria-current': 'true' }}
              resetScroll={false}
            >
              {show ? strings.shows[show] : strings.all}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
