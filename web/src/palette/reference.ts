import { queryOptions } from '@tanstack/react-query'
import { foyer } from '../gateway.ts'

/** A page of the reference: an action of the catalogue, an event, an error code, a chapter of the guide. */
export interface ReferencePage {
  readonly name: string
  readonly title: string
  readonly href: string
  /** Actions alone have one. */
  readonly effect?: 'read' | 'write'
}

/** What the server's own reference can be searched for, in its order. */
export const referenceQuery = queryOptions({
  queryKey: ['reference'],
  queryFn: async ({ signal }): Promise<ReferencePage[]> => {
    const pages = await foyer.reference({ signal })
    return pages.sort((a, b) => a.order - b.order)
  },
  staleTime: Number.POSITIVE_INFINITY,
})
