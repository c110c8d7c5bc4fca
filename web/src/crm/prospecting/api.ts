import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, read } from '#web/gateway.ts'
import type { ActionName, FoundPerson, Input, Output, ProspectFilters, ProspectPerson } from '#web/wire.ts'

export type Standing = Output<'show-prospecting'>

/** What an enrichment answers. */
export interface EnrichedPeople {
  readonly people: readonly ProspectPerson[]
  readonly credits: number
  readonly stopped: { readonly code: string; readonly message: string } | null
}

/** Asking Apollo takes a moment, and counts against its limits. */
const standingFreshMs = 30_000

/** What is left: asks Apollo too. */
export const useStanding = () => useQuery({ ...read('show-prospecting', {}), staleTime: standingFreshMs })

/** Apollo is asked once for a page of a search, and not again because a window was looked at. */
const freshMs = 5 * 60_000

export const useFound = (filters: ProspectFilters | null, page: number) =>
  useQuery({
    queryKey: ['lead-search', 'found', filters, page] as const,
    enabled: filters !== null,
    staleTime: freshMs,
    refetchOnWindowFocus: false,
    queryFn: async ({ signal }) => {
      const answer = await call('lead-search', { filters: filters ?? {}, page }, { signal })
      if (!('total' in answer)) throw new Error('a search that is answered with something else')
      return answer as { readonly people: readonly FoundPerson[]; readonly total: number; readonly page: number }
    },
  })

const enrichmentOf = (answer: Output<'lead-search'>): EnrichedPeople => {
  if (!('credits' in answer)) throw new Error('an enrichment that is answered with something else')
  return answer as EnrichedPeople
}

/** What is known of people, and what asking for the others would cost: nothing is asked for. */
export const useKnown = (wish: Pick<Input<'lead-search'>, 'mobiles' | 'again'> & { readonly enrich: readonly string[] }) =>
  useQuery({
    queryKey: ['lead-search', 'known', wish] as const,
    enabled: wish.enrich.length > 0,
    refetchOnWindowFocus: false,
    queryFn: async ({ signal }) => enrichmentOf(await call('lead-search', { ...wish, dryRun: true }, { signal })),
  })

const shown = ['lead-search', 'show-prospecting'] as const

export const useEnrichment = (onDone: (done: EnrichedPeople) => void) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (wish: Input<'lead-search'>) => enrichmentOf(await call('lead-search', wish)),
    onSuccess: onDone,
    // What was refused may have been asked for in part.
    onSettled: () => Promise.all(shown.map((root) => queries.invalidateQueries({ queryKey: [root] }))),
  })
}

/** The id of the upload. */
export const usePicks = (onDone: (uploadId: string) => void) =>
  useMutation({
    mutationFn: async (take: readonly string[]) => {
      const answer = await call('lead-search', { take })
      if (!('uploadId' in answer)) throw new Error('picks that are answered with something else')
      return answer.uploadId
    },
    onSuccess: onDone,
  })

export const useProspectingChange = <Name extends ActionName>(name: Name, onDone?: () => void) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Input<Name>) => call(name, input),
    onSuccess: () => {
      onDone?.()
      return queries.invalidateQueries({ queryKey: ['show-prospecting'] })
    },
  })
}
