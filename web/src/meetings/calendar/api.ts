import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { read } from '#web/gateway.ts'
import type { Input } from '#web/wire.ts'

export type { CalendarEntry as Entry, CalendarPart as Part, CalendarPerson as Person } from '#web/wire.ts'

/** So often the line of the present moves. */
const refreshMs = 60_000

export const useCalendar = (input: Input<'list-calendar'>) =>
  useQuery({ ...read('list-calendar', input), placeholderData: keepPreviousData, refetchInterval: refreshMs })
