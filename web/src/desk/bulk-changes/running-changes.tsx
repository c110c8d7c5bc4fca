import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { read } from '#web/gateway.ts'
import type { BulkChange } from '#web/wire.ts'

const RunningStrip = lazy(() => import('./running-strip.tsx').then(({ RunningStrip }) => ({ default: RunningStrip })))

/** Over every page while changes of many records are under way. What it shows and says is fetched with the first of them. */
export const RunningChanges = (_: { opened: boolean }) => {
  const { data } = useQuery(read('list-bulk-changes', { underWay: true, limit: 20 }))
  const running = data?.bulk_changes ?? []
  // They may be over before the strip is here, which says so then.
  const [begun, setBegun] = useState<readonly BulkChange[] | null>(null)
  if (running.length > 0 && begun === null) setBegun(running)
  return (
    begun !== null && (
      <Suspense>
        <RunningStrip running={running} begun={begun} isKnown={data !== undefined} />
      </Suspense>
    )
  )
}
