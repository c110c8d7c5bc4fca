import { Progress, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconAlertTriangle, IconInfoCircle } from '#icons'
import { read } from '#web/gateway.ts'
import { bytesText } from '#web/i18n/bytes-text.ts'
import { counted } from '#web/i18n/format.ts'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { FormPage, Part } from '#web/ui/form-page.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { List, ListRow } from '#web/ui/list.tsx'
import { Note } from '#web/ui/note.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import type { Output } from '#web/wire.ts'
import { strings } from './strings.ts'

type Shown = Output<'show-files'>

/** A move tells of no events: while there is one, its progress is read again. */
const refreshMs = 5_000

/** Settings → Files: where the files of the workspace are, and whether they are what was stored. */
export const FilesPage = () => {
  const { data, error, isPending, refetch } = useQuery({
    ...read('show-files', {}),
    refetchInterval: ({ state }) => ((state.data?.in_old_place.files ?? 0) > 0 ? refreshMs : false),
  })
  return (
    <>
      <PageHeader title={strings.files} about={strings.about} width="form" />
      <ErrorNote error={error} title={strings.failed} onRetry={() => void refetch()} />
      {isPending && <RowsPending rows={4} />}
      {data && (
        <FormPage>
          <Storage shown={data} />
          {data.files > 0 && <Checks shown={data} />}
          {data.files === 0 && <Empty title={strings.none} text={strings.noneText} />}
        </FormPage>
      )}
    </>
  )
}

const Storage = ({ shown }: { shown: Shown }) => {
  const { place, files, bytes, kinds, in_old_place: old } = shown
  return (
    <Part title={strings.place} text={strings.placeText}>
      <Facts>
        <Fact name={strings.storedIn}>{strings.places[place]}</Fact>
        <Fact name={strings.total}>{strings.count(files, bytesText(bytes))}</Fact>
      </Facts>
      {old.files > 0 && (
        <Stack gap="sm" mt="md">
          <Note tone="good" icon={<IconInfoCircle size={18} />} title={strings.moving}>
            {strings.movingText(old.files, files, bytesText(old.bytes))}
          </Note>
          <Progress value={Math.floor(((files - old.files) / files) * 100)} aria-label={strings.moved} />
        </Stack>
      )}
      {kinds.length > 0 && (
        <List label={strings.kindsTitle} isInset>
          {kinds.map(({ kind, files: count, bytes: size }) => (
            <ListRow key={kind} title={strings.kinds[kind]} end={strings.count(count, bytesText(size))} />
          ))}
        </List>
      )}
    </Part>
  )
}

const Checks = ({ shown: { checks, damaged } }: { shown: Shown }) => (
  <Part title={strings.checks} text={strings.checksText}>
    <Facts>
      {checks.newest_at !== null && (
        <Fact name={strings.lastRead}>
          <RelativeTime at={checks.newest_at} long />
        </Fact>
      )}
      {checks.oldest_at !== null && (
        <Fact name={strings.oldestRead}>
          <RelativeTime at={checks.oldest_at} long />
        </Fact>
      )}
      <Fact name={strings.damaged}>{checks.damaged === 0 ? strings.noDamaged : counted(checks.damaged)}</Fact>
    </Facts>
    {damaged.length > 0 && (
      <Stack gap="sm" mt="md">
        <Note tone="bad" icon={<IconAlertTriangle size={18} />} title={strings.damagedFiles}>
          {strings.damagedText}
        </Note>
        <List label={strings.damagedFiles} isInset>
          {damaged.map(({ kind, subject_id: id, fault, checked_at: at }, index) => (
            <ListRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a thing has several files, which have no name here
              key={`${id} ${index}`}
              title={strings.kinds[kind]}
              link={kind === 'document' ? { to: '/documents/$documentId', params: { documentId: id } } : undefined}
              end={<RelativeTime at={at} />}
            >
              {fault}
            </ListRow>
          ))}
        </List>
      </Stack>
    )}
  </Part>
)
