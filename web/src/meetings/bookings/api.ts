import {
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { call, read } from '#web/gateway.ts'
import { languageOfTimes } from '#web/i18n/format.ts'
import { say } from '#web/ui/say.tsx'
import { useCallOnce } from '#web/use-call-once.ts'
import type { ActionName, Input, Output } from '#web/wire.ts'

export type { BookingDetail as Detail, WorkHours as Hours } from '#web/wire.ts'

/** Bookings by their start; any of them can change at any time, so all that is loaded is read again. */
export const useBookings = (input: Omit<Input<'list-bookings'>, 'cursor'>) =>
  useInfiniteQuery({
    queryKey: ['list-bookings', input],
    queryFn: ({ pageParam, signal }) =>
      call('list-bookings', { ...input, ...(pageParam === null ? {} : { cursor: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
  })

export const useBooking = (bookingId: string) => useQuery(read('show-booking-detail', { bookingId }))
/** Pages of meetings that show another time than was agreed; what is settled leaves them, so all that is loaded is read again. */
export const useShifted = () =>
  useInfiniteQuery({
    queryKey: ['list-shifted-bookings'],
    queryFn: ({ pageParam, signal }) =>
      call('list-shifted-bookings', { limit: 20, ...(pageParam === null ? {} : { cursor: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  })
export const useEventTypes = () => useQuery(read('list-event-types', {}))
/** Of a member, or of the whole business. */
export const useHours = (whose: string) =>
  useQuery(read('show-hours', whose === wholeBusiness ? { business: true } : { userId: whose }))
export const wholeBusiness = 'business'

/** The free starts of an event type in some days from a day on, in words of the server. */
export const useStarts = (
  given: {
    readonly orgId: string
    readonly eventType: string
    /** Empty: any. */
    readonly host?: string
    /** The booking that is moved: its own time is free for it. */
    readonly bookingId?: string
    readonly fromMs: number
    readonly days: number
    readonly timezone: string
  } | null,
) => {
  const input = {
    orgId: given?.orgId ?? '',
    eventType: given?.eventType ?? '',
    ...(given?.host && { hostId: given.host }),
    ...(given?.bookingId && { bookingId: given.bookingId }),
    from: new Date(given?.fromMs ?? 0).toISOString(),
    to: new Date((given?.fromMs ?? 0) + (given?.days ?? 1) * 86_400_000).toISOString(),
    ...{ timezone: given?.timezone ?? 'UTC', locale: languageOfTimes },
  }
  return useQuery({
    queryKey: ['list-slots', input] as const,
    // Whose booking it is counts: the action is open to visitors, and tells them nothing of it.
    queryFn: ({ signal }) => call('list-slots', input, { signal, asMember: true }),
    enabled: given !== null,
  })
}

const roots = [
  'list-bookings',
  'show-booking-detail',
  'list-event-types',
  'show-hours',
  'list-slots',
  'list-calendar',
  'list-shifted-bookings',
]

const renew = (queries: QueryClient): Promise<unknown> =>
  Promise.all(roots.map((root) => queries.invalidateQueries({ queryKey: [root] })))

/**
 * Calls an action that changes something of a booking; what shows one is read again, after a refusal too. What `saysOf` answers is said
 * after a success. It stands here and not with the call: what was decided can leave the page by the live line before the answer comes,
 * and what is given with a call is not called once its component is gone.
 */
export const useBookingChange = <Name extends ActionName>(
  name: Name,
  saysOf?: (input: Input<Name>, answer: Output<Name>) => string,
) => {
  const queries = useQueryClient()
  const callOnce = useCallOnce(name)
  return useMutation({
    mutationFn: callOnce,
    onSuccess: (answer, input) => {
      if (saysOf) say(saysOf(input, answer))
    },
    onSettled: () => renew(queries),
  })
}
