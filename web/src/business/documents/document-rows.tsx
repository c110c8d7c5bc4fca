import { onDay } from '#web/i18n/format.ts'
import { LinkRow, LinkRows } from '#web/ui/link-rows.tsx'
import { Pill } from '#web/ui/pill.tsx'
import type { Document } from '#web/wire.ts'
import { standingOf } from './states.ts'

/** Documents of a deal, and how it stands with each. */
export const DocumentRows = ({ documents }: { documents: readonly Document[] }) => (
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
)
