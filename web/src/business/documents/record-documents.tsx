import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { call } from '#web/gateway.ts'
import { Card } from '#web/ui/card.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { MoreRows } from '#web/ui/keyset-list.tsx'
import { laterWindow } from '#web/ui/later-window.tsx'
import { strings } from './deal-strings.ts'

const DocumentRows = lazy(() => import('./document-rows.tsx').then(({ DocumentRows }) => ({ default: DocumentRows })))

const SendWindow = laterWindow(() => import('./send-window.tsx').then(({ SendWindow }) => SendWindow))

type Of = { readonly dealId: string } | { readonly contactId: string } | { readonly companyId: string }

/** The newest documents of a deal, a contact or a company, and the way to the next; it is of `dealId`, or of a deal that is chosen. */
export const RecordDocuments = ({ of: whose, dealId }: { of: Of; dealId: string | null }) => {
  const [isSending, setSending] = useState(false)
  const list = useInfiniteQuery({
    queryKey: ['list-documents', { ...whose, limit: 10 }],
    queryFn: ({ pageParam, signal }) =>
      call('list-documents', { ...whose, limit: 10, ...(pageParam === null ? {} : { cursor: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  })
  const documents = list.data?.pages.flatMap((page) => page.documents)
  return (
    <Card
      title={strings.title}
      actions={
        <Button size="xs" variant="default" onClick={() => setSending(true)}>
          {strings.send}
        </Button>
      }
    >
      {list.error && !documents && <ErrorNote error={list.error} title={strings.failed} onRetry={() => void list.refetch()} />}
      {documents?.length === 0 && <p className="dim">{strings.none}</p>}
      {documents && documents.length > 0 && (
        <Suspense>
          <DocumentRows documents={documents} />
        </Suspense>
      )}
      <MoreRows list={list} />
      <SendWindow {...(dealId !== null && { dealId })} opened={isSending} onClose={() => setSending(false)} />
    </Card>
  )
}
