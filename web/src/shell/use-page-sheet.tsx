import { lazy, type RefObject, Suspense, useRef, useState } from 'react'
import type { Role } from '#web/wire.ts'

const PageSheet = lazy(() => import('./page-sheet.tsx').then(({ PageSheet }) => ({ default: PageSheet })))

/** The sheet of pages, and what the button that opens it needs. */
export const usePageSheet = (role: Role, settingsOnly = false) => {
  const [sheet, setSheet] = useState<'never' | 'open' | 'closed'>('never')
  const button = useRef<HTMLButtonElement>(null)
  const leave = (): void => {
    setSheet('closed')
    setTimeout(() => button.current?.focus())
  }
  /** A page was chosen: its heading takes the focus, and the one that is here already is given it. */
  const follow = (): void => {
    setSheet('closed')
    setTimeout(() => document.querySelector<HTMLElement>('#page h1')?.focus({ preventScroll: true }))
  }
  return {
    opener: {
      ref: button as RefObject<HTMLButtonElement>,
      type: 'button',
      'aria-haspopup': 'dialog',
      'aria-expanded': sheet === 'open',
      onClick: () => setSheet('open'),
    } as const,
    sheet: sheet !== 'never' && (
      <Suspense>
        <PageSheet opened={sheet === 'open'} role={role} settingsOnly={settingsOnly} onLeave={leave} onFollow={follow} />
      </Suspense>
    ),
  }
}
