import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { read } from '#web/gateway.ts'
import { Card } from '#web/ui/card.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { laterWindow } from '#web/ui/later-window.tsx'
import { strings } from './deal-strings.ts'

const DocumentRows = lazy(() => import('./document-rows.tsx').then(({ DocumentRows }) => ({ default: DocumentRows })))

const SendWindow = laterWindow(() => import('./send-window.tsx').then(({ SendWindow }) => SendWindow))

/** The newest documents of a deal, and the way to the next. */
export const DealDocuments = ({ dealId }: { dealId: string }) => {
  const [isSending, setSending] = useState(false)
  const list = useQuery(read('list-documents', { dealId, limit: 10 }))
  const documents = list.data?.documents
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
      <SendWindow dealId={dealId} opened={isSending} onClose={() => setSending(false)} />
    </Card>
  )
}
