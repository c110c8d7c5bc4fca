import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '#web/gateway.ts'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import type { Company } from '#web/wire.ts'
import { PairList, type PairWays, type ShownPair } from './pair-list.tsx'
import { strings } from './strings.ts'

export const CompanyPairs = () => {
  const list = useInfiniteQuery({
    queryKey: ['list-company-duplicates'],
    queryFn: ({ pageParam, signal }) =>
      call('list-company-duplicates', { limit: 20, ...(pageParam !== null && { cursor: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  })
  const pairs = (list.data?.pages ?? []).flatMap((page) =>
    page.pairs.flatMap(({ id, companies: [one, other], reasons }): ShownPair<Company>[] =>
      one && other ? [{ id, two: [one, other], reasons: reasons.map((reason) => strings.companyReasons[reason]) }] : [],
    ),
  )
  return <PairList list={list} pairs={pairs} ways={ways} />
}

const ways: PairWays<Company> = {
  words: { emptyText: strings.companiesEmptyText, keys: strings.companyKeys, merged: strings.companiesMerged },
  nameOf: ({ name }) => name,
  side: (company) => (
    <>
      <Link to="/companies/$companyId" params={{ companyId: company.id }} className="text-link">
        <bdi>{company.name}</bdi>
      </Link>
      <Facts stacked>
        <Fact name={strings.domain}>{company.domain ?? strings.none}</Fact>
        <Fact name={strings.added}>
          <RelativeTime at={company.created_at} />
        </Fact>
      </Facts>
    </>
  ),
  merge: async (source, target) => (await call('merge-companies', { sourceId: source.id, targetId: target.id })).mergeId,
  undoMerge: (mergeId) => call('undo-company-merge', { mergeId }),
  dismiss: ([one, other], undo) => call('dismiss-company-duplicate', { companyId: one.id, otherId: other.id, undo }),
}
