import { lazy, Suspense } from 'react'
import { useViews } from './api.ts'

const ViewedCard = lazy(async () => ({ default: (await import('./viewed-card.tsx')).ViewedCard }))

/** On the page of a deal: what was viewed of what was sent for it. Nothing of it is shown, or loaded, where nothing was. */
export const DealViews = ({ dealId }: { dealId: string }) => {
  const { data } = useViews({ dealId })
  const viewed = data?.subjects.filter(({ count }) => count > 0) ?? []
  if (viewed.length === 0) return null
  return (
    <Suspense>
      <ViewedCard viewed={viewed} />
    </Suspense>
  )
}
