import { Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { read } from '#web/gateway.ts'
import { dayAndMinute } from '#web/i18n/format.ts'
import type { Input } from '#web/wire.ts'
import { strings } from './strings.ts'

/** After the last key. */
const typingMs = 300

/** A schedule in words, with its next times, while it is written. What is wrong with it stands at its field. */
export const SchedulePreview = ({ schedule }: { schedule: unknown }) => {
  const [asked] = useDebouncedValue(schedule as Input<'preview-schedule'>['schedule'], typingMs)
  const { data, isError } = useQuery({
    ...read('preview-schedule', { schedule: asked }),
    placeholderData: keepPreviousData,
    retry: false,
  })
  if (!data || isError) return null
  return (
    <Text size="sm" c="dimmed" role="status">
      {data.words}. {strings.nextTimes(data.next_times.map(dayAndMinute))}
    </Text>
  )
}
