import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { read } from '#web/gateway.ts'

const PinnedList = lazy(() => import('./pinned-list.tsx').then(({ PinnedList }) => ({ default: PinnedList })))

/** In the sidebar: the views that one has pinned, where there are any. */
export const PinnedViews = () => {
  const { data } = useQuery(read('list-saved-views', {}))
  const kept = (data?.views ?? [])
    .filter(({ pinned_at }) => pinned_at !== null)
    .sort((one, other) => (one.pinned_at ?? 0) - (other.pinned_at ?? 0))
  if (kept.length === 0) return null
  return (
    <Suspense>
      <PinnedList kept={kept} />
    </Suspense>
  )
}
