import { lazy, Suspense } from 'react'
import { RowsPending } from '#web/ui/keyset-list.tsx'

const Canvas = lazy(async () => ({ default: (await import('./canvas.tsx')).Canvas }))

/** The canvas with its libraries, 60 KB, for those who open it. */
export const LaterCanvas = () => (
  <Suspense fallback={<RowsPending rows={6} />}>
    <Canvas />
  </Suspense>
)
