import { Button, Text } from '@mantine/core'
import { onDay } from '#web/i18n/format.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { List, ListRow } from '#web/ui/list.tsx'
import { State } from '#web/ui/pill.tsx'
import type { RemovedDocument } from '#web/wire.ts'
import { useRemovedDocuments } from './api.ts'
import classes from './documents.module.css'
import { strings } from './strings.ts'

/** What remains of documents that were removed after their term; older ones by a press. */
export const RemovedDocuments = () => {
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useRemovedDocuments()
  const removed = data?.pages.flatMap((page) => page.removed) ?? []
  return (
    <>
      <ErrorNote error={error} title={strings.removedFailed} onRetry={() => void refetch()} />
      {isPending && <RowsPending rows={1} />}
      {data && removed.length === 0 && <Text size="sm">{strings.noRemoved}</Text>}
      {removed.length > 0 && (
        <List label={strings.removedTitle} isInset>
          {removed.map((document) => (
            <Row key={document.id} of={document} />
          ))}
        </List>
      )}
      {hasNextPage && (
        <Button variant="default" mt="sm" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {strings.olderRemoved}
        </Button>
      )}
    </>
  )
}

const Row = ({ of: document }: { of: RemovedDocument }) => {
  const { id, doc_type: type, status, files, head, events } = document
  const made = onDay(document.made_at)
  return (
    <ListRow
      title={type === 'contract' ? strings.removedContract(made) : strings.removedInvoice(made)}
      pills={<State of={{ label: strings.filters[status] }} />}
    >
      <span>
        <bdi>{sayRule(document)}</bdi>
      </span>
      <Digest name={strings.removedId} of={id} copy={strings.copyRemovedId} />
      {files.map(({ kind, sha256 }) => (
        <Digest key={kind} name={strings.files[kind as keyof typeof strings.files] ?? kind} of={sha256} />
      ))}
      {head !== null && <Digest name={strings.evidenceOf(events)} of={head} />}
    </ListRow>
  )
}

const sayRule = ({ rule, removed_at, removed_by, kept_until }: RemovedDocument): string => {
  const [removed, until] = [onDay(removed_at), onDay(kept_until)]
  if (rule === 'term') return strings.removedByTerm(removed, until)
  return removed_by === null ? strings.removedByKey(removed, until) : strings.removedBy(removed, removed_by, until)
}

/** With a name, since several stand below each other; whole by a press. */
const Digest = ({ name, of: digest, copy }: { name: string; of: string; copy?: string }) => (
  <span className={classes.digest}>
    {name} <code title={digest}>{`${digest.slice(0, 12)}…`}</code>
    <CopyButton text={digest} label={copy ?? strings.copyDigest(name)} />
  </span>
)
