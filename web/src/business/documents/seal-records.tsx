import { Button, Text } from '@mantine/core'
import { IconDownload } from '#icons'
import { downloadAddress } from '#web/gateway.ts'
import { dayAndMinute, onDate } from '#web/i18n/format.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { List, ListRow } from '#web/ui/list.tsx'
import { useSealRecords } from './api.ts'
import { strings } from './strings.ts'

/** The sealed records of the last nights; older ones by a press. */
export const SealRecords = () => {
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useSealRecords()
  const records = data?.pages.flatMap((page) => page.records) ?? []
  return (
    <>
      <ErrorNote error={error} title={strings.recordsFailed} onRetry={() => void refetch()} />
      {isPending && <RowsPending rows={3} />}
      {data && records.length === 0 && <Text size="sm">{strings.noRecords}</Text>}
      {records.length > 0 && (
        <List label={strings.records} isInset>
          {records.map(({ id, day, documents, stamped_at }) => (
            <ListRow
              key={id}
              title={onDate(day)}
              end={strings.recordOf(documents)}
              actions={
                <Button
                  component="a"
                  href={downloadAddress('download-seal-record', { recordId: id })}
                  download
                  size="xs"
                  variant="default"
                  leftSection={<IconDownload size={14} aria-hidden />}
                >
                  {strings.download}
                  <span className="hidden-visually"> {onDate(day)}</span>
                </Button>
              }
            >
              {stamped_at !== null && strings.stampedAt(dayAndMinute(stamped_at))}
            </ListRow>
          ))}
        </List>
      )}
      {hasNextPage && (
        <Button variant="default" mt="sm" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {strings.olderRecords}
        </Button>
      )}
    </>
  )
}
