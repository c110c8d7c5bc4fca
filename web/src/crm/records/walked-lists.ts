import { useEffect } from 'react'

/** The list one came from, as far as it was loaded. It lives as long as the page of the browser. */
interface List {
  readonly ids: readonly string[]
  readonly hasMore: boolean
}
const lists = new Map<string, List>()
const mostIds = 2_000

/** Called by a list of records with its rows in their order, so that their pages lead from one to the next. */
export const useWalkedList = (kind: string, ids: readonly string[], hasMore: boolean): void => {
  useEffect(() => {
    if (ids.length > 0) lists.set(kind, { ids: ids.slice(0, mostIds), hasMore: hasMore || ids.length > mostIds })
  }, [kind, ids, hasMore])
}

export const walkedList = (kind: string): List | undefined => lists.get(kind)
