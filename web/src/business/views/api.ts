import { useQuery } from '@tanstack/react-query'
import { read } from '#web/gateway.ts'
import type { Input } from '#web/wire.ts'

/** Who viewed what was sent: read anew each time that it is shown, since times grow without a word. */
export const useViews = (of: Input<'list-views'>) => useQuery({ ...read('list-views', of), staleTime: 5_000 })
