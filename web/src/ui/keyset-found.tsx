import type { ReactNode } from 'react'
import { TablePending } from './data-table.tsx'
import { ErrorNote } from './error-note.tsx'
import type { Keyset } from './keyset.ts'
import { NewAbove, OlderRows } from './keyset-list.tsx'
import { SearchBehind } from './search-behind.tsx'

/** A list in its state: failed, loading, empty, or its rows with the button for more. */
export const KeysetFound = <Row extends { readonly id: string }>({
  list,
  failed,
  pendingRows,
  empty,
  children,
}: {
  list: Keyset<Row>
  /** The title of the error. */
  failed: string
  pendingRows?: number
  empty: ReactNode
  children: ReactNode
}) => {
  if (list.error) return <ErrorNote title={failed} error={list.error} onRetry={list.retry} />
  if (list.isPending) return <TablePending rows={pendingRows} />
  // Of very many records those that fit may come pages later.
  if (list.rows.length === 0 && !list.hasOlder)
    return (
      <>
        <SearchBehind seconds={list.searchBehindSeconds} />
        {empty}
      </>
    )
  return (
    <>
      <SearchBehind seconds={list.searchBehindSeconds} />
      <NewAbove arrived={list.arrived} />
      {children}
      <OlderRows list={list} />
    </>
  )
}
