import { Button } from '@mantine/core'
import { useClock } from '#web/ui/relative-time.tsx'
import { WarningNote } from '#web/ui/warning-note.tsx'
import { daysLeft } from './days-left.ts'
import { deleting } from './strings.ts'
import { type Deletable, useDeletion } from './use-deletion.ts'

/** Above a record that is in the bin: until when, and the way out. */
export const BinBar = ({ record, deletedAt }: { record: Deletable; deletedAt: string }) => {
  const { restore } = useDeletion()
  return (
    <WarningNote title={deleting.inBin} role="status">
      {deleting.daysLeft(daysLeft(deletedAt, useClock()))}{' '}
      <Button variant="default" size="compact-sm" onClick={() => void restore(record)}>
        {deleting.restore}
      </Button>
    </WarningNote>
  )
}
