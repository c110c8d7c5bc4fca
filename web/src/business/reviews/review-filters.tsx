import { NativeSelect } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { Toolbar } from '#web/ui/toolbar.tsx'
import type { ReviewLocation } from '#web/wire.ts'
import { type ReviewsSearch, starCounts } from './reviews-search.ts'
import { strings } from './strings.ts'

const route = getRouteApi('/staff/reviews')

/** What narrows the list beside the tabs. */
export const ReviewFilters = ({ locations, search }: { locations: readonly ReviewLocation[]; search: ReviewsSearch }) => {
  const navigate = route.useNavigate()
  const { stars, location, show } = search
  const change = (next: ReviewsSearch): void =>
    void navigate({ search: { ...(show && { show }), ...next }, replace: true, resetScroll: false })
  return (
    <Toolbar>
      <NativeSelect
        aria-label={strings.starsFilter}
        data={[
          { value: '', label: strings.anyStars },
          ...starCounts.map((value) => ({ value, label: strings.stars(Number(value)) })),
        ]}
        value={stars ?? ''}
        onChange={({ currentTarget: { value } }) => {
          const chosen = starCounts.find((each) => each === value)
          change({ ...(location && { location }), ...(chosen && { stars: chosen }) })
        }}
      />
      {locations.length > 1 && (
        <NativeSelect
          aria-label={strings.location}
          data={[
            { value: '', label: strings.allLocations },
            ...locations.map(({ id, title }) => ({ value: id, label: title })),
          ]}
          value={location ?? ''}
          onChange={({ currentTarget: { value } }) =>
            change({ ...(stars && { stars }), ...(value !== '' && { location: value }) })
          }
        />
      )}
    </Toolbar>
  )
}
