import { Text } from '@mantine/core'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { List, ListRow } from '#web/ui/list.tsx'
import { usePassages } from './api.ts'
import { strings } from './strings.ts'

/** What the documents say to a question, the best passage first: what an answer would be taken from. */
export const PassagesFound = ({ query }: { query: string }) => {
  const { data, error, isPending, refetch } = usePassages(query)
  return (
    <>
      <ErrorNote error={error} title={strings.searchFailed} onRetry={() => void refetch()} />
      {isPending && <RowsPending rows={3} />}
      {data?.passages.length === 0 && <Empty title={strings.nothing} text={strings.nothingText} />}
      {data && data.passages.length > 0 && (
        <List label={strings.found}>
          {data.passages.map(({ document_id, place, title, heading, text }) => (
            <ListRow
              key={`${document_id} ${place}`}
              title={<bdi>{[title, heading].filter(Boolean).join(' › ')}</bdi>}
              link={{
                to: '/settings/knowledge/$knowledgeId',
                params: { knowledgeId: document_id },
                search: { passage: place },
              }}
            >
              <Text component="span" size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
                <bdi>{text}</bdi>
              </Text>
            </ListRow>
          ))}
        </List>
      )}
    </>
  )
}
