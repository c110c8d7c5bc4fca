import { Button } from '@mantine/core'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { IconUsers } from '#icons'
import { call } from '#web/gateway.ts'
import { counted } from '#web/i18n/format.ts'
import { useShortcuts } from '#web/shell/keyboard.ts'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { OlderRows, RowsPending } from '#web/ui/keyset-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { say, sayFailure } from '#web/ui/say.tsx'
import type { Contact, DuplicatePair } from '#web/wire.ts'
import classes from './duplicates.module.css'
import { strings } from './strings.ts'

const nameOf = ({ full_name, email, phone }: Contact): string => full_name ?? email ?? phone ?? strings.unnamed

/** Pairs of contacts side by side: merge them, or say that they are not the same. */
export const DuplicatesPage = () => {
  const list = useInfiniteQuery({
    queryKey: ['list-duplicates'],
    queryFn: ({ pageParam, signal }) =>
      call('list-duplicates', { limit: 20, ...(pageParam !== null && { cursor: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  })
  const { merge, dismiss } = useDecision()
  const pairs = list.data?.pages.flatMap((page) => page.pairs) ?? []
  const count = list.data?.pages[0]?.count ?? 0
  /** The pair in which the focus is, else the first. */
  const current = (): DuplicatePair | undefined => {
    const id = document.activeElement?.closest<HTMLElement>('[data-pair]')?.dataset.pair
    return pairs.find((pair) => pair.id === id) ?? pairs[0]
  }
  const act = (work: (pair: DuplicatePair) => Promise<void>) => (): unknown => {
    const pair = current()
    return pair ? void work(pair) : false
  }
  useShortcuts({ 1: act((pair) => merge(pair, 0)), 2: act((pair) => merge(pair, 1)), n: act(dismiss) })
  return (
    <>
      <PageHeader
        title={strings.title}
        about={strings.about}
        back={{ label: strings.back, to: '/contacts' }}
        count={count > 0 && counted(count)}
        width="form"
      />
      {list.error && <ErrorNote error={list.error} title={strings.loadFailed} onRetry={() => void list.refetch()} />}
      {list.isPending && !list.error && <RowsPending rows={3} />}
      {list.data && pairs.length === 0 && (
        <Empty icon={<IconUsers size={24} stroke={1.6} />} title={strings.emptyTitle} text={strings.emptyText} />
      )}
      {pairs.length > 0 && <p className="dim">{strings.keys}</p>}
      {pairs.map((pair) => (
        <Pair key={pair.id} pair={pair} onKeep={(n) => void merge(pair, n)} onDismiss={() => void dismiss(pair)} />
      ))}
      <OlderRows
        list={{
          rows: pairs,
          hasOlder: list.hasNextPage,
          isLoadingOlder: list.isFetchingNextPage,
          olderError: list.isFetchNextPageError ? list.error : null,
          loadOlder: () => void list.fetchNextPage(),
        }}
      />
    </>
  )
}

const useDecision = () => {
  const queries = useQueryClient()
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work()
      await queries.invalidateQueries()
    } catch (error) {
      sayFailure(error, strings.failed)
    }
  }
  return {
    merge: ({ contacts: [one, other] }: DuplicatePair, kept: 0 | 1): Promise<void> =>
      attempt(async () => {
        const [target, source] = kept === 0 ? [one, other] : [other, one]
        if (!target || !source) return
        const { mergeId } = await call('merge-contacts', { sourceId: source.id, targetId: target.id })
        say(
          strings.merged(nameOf(target)),
          mergeId === null ? undefined : () => void attempt(async () => void (await call('undo-merge', { mergeId }))),
        )
      }),
    dismiss: ({ contacts: [one, other] }: DuplicatePair): Promise<void> =>
      attempt(async () => {
        if (!one || !other) return
        const pair = { contactId: one.id, otherId: other.id }
        await call('dismiss-duplicate', pair)
        say(strings.dismissed, () => void attempt(async () => void (await call('dismiss-duplicate', { ...pair, undo: true }))))
      }),
  }
}

const Pair = ({
  pair: { id, contacts, reasons },
  onKeep,
  onDismiss,
}: {
  pair: DuplicatePair
  onKeep: (n: 0 | 1) => void
  onDismiss: () => void
}) => {
  const [one, other] = contacts
  if (!one || !other) return null
  return (
    <div className={classes.pair} data-pair={id}>
      <Card title={strings.pair(nameOf(one), nameOf(other))}>
        <div className={classes.sides}>
          <Side contact={one} n={0} onKeep={onKeep} />
          <Side contact={other} n={1} onKeep={onKeep} />
        </div>
        <div className={classes.foot}>
          <span className={classes.reasons}>
            {reasons.map((reason) => (
              <Pill key={reason}>{strings.reasons[reason]}</Pill>
            ))}
          </span>
          <Button variant="default" aria-keyshortcuts="n" onClick={onDismiss}>
            {strings.notSame}
          </Button>
        </div>
      </Card>
    </div>
  )
}

const Side = ({ contact, n, onKeep }: { contact: Contact; n: 0 | 1; onKeep: (n: 0 | 1) => void }) => (
  <div className={classes.side}>
    <Link to="/contacts/$contactId" params={{ contactId: contact.id }} className="text-link">
      <bdi>{nameOf(contact)}</bdi>
    </Link>
    <Facts stacked>
      <Fact name={strings.email}>{contact.email ?? strings.none}</Fact>
      <Fact name={strings.phone}>{contact.phone ?? strings.none}</Fact>
      <Fact name={strings.company}>{contact.company ?? strings.none}</Fact>
      <Fact name={strings.jobTitle}>{contact.job_title ?? strings.none}</Fact>
      <Fact name={strings.added}>
        <RelativeTime at={contact.created_at} />
      </Fact>
    </Facts>
    <Button
      variant="default"
      aria-label={strings.keepNamed(nameOf(contact))}
      aria-keyshortcuts={String(n + 1)}
      onClick={() => onKeep(n)}
    >
      {strings.keep}
    </Button>
  </div>
)
