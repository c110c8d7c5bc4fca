import { Text } from '@mantine/core'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { List, ListRow } from '#web/ui/list.tsx'
import { usePassages } from './api.ts'
import { passageName, placeOfPassage } from './passage-names.ts'
import { strings } from './strings.ts'

interface Props {
  readonly query: string
  /** An answer above says what is to be done where nothing was found. */
  readonly isAnswered: boolean
}

/** What the documents say to a question, the best passage first: what an answer is taken from. */
export const PassagesFound = ({ query, isAnswered }: Props) => {
  const { data, error, isPending, refetch } = usePassages(query)
  return (
    <>
      <ErrorNote error={error} title={strings.searchFailed} onRetry={() => void refetch()} />
      {isPending && <RowsPending rows={3} />}
      {data?.passages.length === 0 && !isAnswered && <Empty title={strings.nothing} text={strings.nothingText} />}
      {data && data.passages.length > 0 && (
        <List label={strings.found}>
          {data.passages.map((passage) => (
            <ListRow
              key={`${passage.document_id} ${passage.place}`}
              title={<bdi>{passageName(passage)}</bdi>}
              link={placeOfPassage(passage)}
            >
              <Text component="span" size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
                <bdi>{passage.text}</bdi>
              </Text>
            </ListRow>
          ))}
        </List>
      )}
    </>
  )
}
