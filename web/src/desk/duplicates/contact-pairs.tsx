import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '#web/gateway.ts'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import type { Contact } from '#web/wire.ts'
import { PairList, type PairWays, type ShownPair } from './pair-list.tsx'
import { strings } from './strings.ts'

const nameOf = ({ full_name, email, phone }: Contact): string => full_name ?? email ?? phone ?? strings.unnamed

export const ContactPairs = () => {
  const list = useInfiniteQuery({
    queryKey: ['list-duplicates'],
    queryFn: ({ pageParam, signal }) =>
      call('list-duplicates', { limit: 20, ...(pageParam !== null && { cursor: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  })
  const pairs = (list.data?.pages ?? []).flatMap((page) =>
    page.pairs.flatMap(({ id, contacts: [one, other], reasons }): ShownPair<Contact>[] =>
      one && other ? [{ id, two: [one, other], reasons: reasons.map((reason) => strings.reasons[reason]) }] : [],
    ),
  )
  return <PairList list={list} pairs={pairs} ways={ways} />
}

const ways: PairWays<Contact> = {
  words: { emptyText: strings.emptyText, keys: strings.keys, merged: strings.merged },
  nameOf,
  side: (contact) => (
    <>
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
    </>
  ),
  merge: async (source, target) => (await call('merge-contacts', { sourceId: source.id, targetId: target.id })).mergeId,
  undoMerge: (mergeId) => call('undo-merge', { mergeId }),
  dismiss: ([one, other], undo) => call('dismiss-duplicate', { contactId: one.id, otherId: other.id, undo }),
}
