import type { ReactNode } from 'react'
import { WarningNote } from '#web/ui/warning-note.tsx'
import { strings } from './strings.ts'

/** Above a record that is in the bin; `children`: the way out of it. */
export const BinBar = ({ deletedAt, children }: { deletedAt: string | null; children?: ReactNode }) =>
  deletedAt !== null && (
    <WarningNote title={strings.inBin} role="status">
      {strings.inBinText} {children}
    </WarningNote>
  )
