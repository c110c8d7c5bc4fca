import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '#web/gateway.ts'
import { forgetSince } from './api.ts'

/** As long as the server counts as one visit. */
const visitMs = 30 * 60_000

/** Records when the page is opened and when it is left: leads are new since the visit before. Reading it again live is no visit. */
export const useVisit = (): void => {
  const queries = useQueryClient()
  useEffect(() => {
    let leftMs: number | null = null
    const record = (): void => void call('record-home-visit', {}).catch(() => {}) // then the next visit shows more as new
    const change = (): void => {
      if (document.visibilityState === 'hidden') {
        leftMs = Date.now()
        record()
      } else if (leftMs !== null && Date.now() - leftMs > visitMs) {
        forgetSince()
        void queries.invalidateQueries({ queryKey: ['home-leads'] }).then(record)
      }
    }
    record()
    document.addEventListener('visibilitychange', change)
    return () => {
      document.removeEventListener('visibilitychange', change)
      forgetSince()
      record()
    }
  }, [queries])
}
