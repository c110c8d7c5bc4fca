import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { IconMoodEmpty } from '#icons'
import { Empty } from './empty.tsx'

/** Nothing fits the search or the filters, and the way back to all. */
export const NoMatch = ({
  title,
  text,
  clear,
  onClear,
}: {
  title: string
  text?: ReactNode
  clear: string
  onClear: () => void
}) => (
  <Empty icon={<IconMoodEmpty size={24} stroke={1.6} />} title={title} text={text}>
    <Button variant="default" onClick={onClear}>
      {clear}
    </Button>
  </Empty>
)
