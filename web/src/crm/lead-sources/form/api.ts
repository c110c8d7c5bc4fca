import { useQuery } from '@tanstack/react-query'
import { read } from '#web/gateway.ts'

/** What to copy into a website, and what its consent said when. */
export const useLeadForm = (leadSourceId: string) => useQuery(read('show-lead-form', { leadSourceId }))
