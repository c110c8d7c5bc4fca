import { Button } from '@mantine/core'
import { useState } from 'react'
import { onDay } from '#web/i18n/format.ts'
import { Card } from '#web/ui/card.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { laterWindow } from '#web/ui/later-window.tsx'
import { LinkRow, LinkRows } from '#web/ui/link-rows.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { useDealDocuments } from './api.ts'
import { standingOf } from './states.ts'
import { strings } from './strings.ts'

const SendWindow = laterWindow(() => import('./send-window.tsx').then(({ SendWindow }) => SendWindow))

/** The newest documents of a deal, and the way to the next. */
export const DealDocuments = ({ dealId }: { dealId: string }) => {
  const [isSending, setSending] = useState(false)
  const list = useDealDocuments(dealId)
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
      {list.error && !documents && (
        <ErrorNote error={list.error} title={strings.loadFailed} onRetry={() => void list.refetch()} />
      )}
      {documents?.length === 0 && <p className="dim">{strings.noneOfDeal}</p>}
      {documents && documents.length > 0 && (
        <LinkRows>
          {documents.map((document) => {
            const { tone, word } = standingOf(document)
            return (
              <LinkRow
                key={document.id}
                link={{ to: '/documents/$documentId', params: { documentId: document.id } }}
                pill={<Pill tone={tone}>{word}</Pill>}
                end={onDay(document.created_at)}
              >
                <bdi>{document.title}</bdi>
              </LinkRow>
            )
          })}
        </LinkRows>
      )}
      <SendWindow dealId={dealId} opened={isSending} onClose={() => setSending(false)} />
    </Card>
  )
}
