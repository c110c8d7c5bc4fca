import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { IconZoomMoney } from '#icons'
import { counted } from '#web/i18n/format.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { useKeyset } from '#web/ui/keyset.ts'
import { KeysetFound } from '#web/ui/keyset-found.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import type { CreditSpend } from '#web/wire.ts'
import { strings } from './strings.ts'

/** What enrichment cost: who had it made, when, for whom. */
export const CreditsPage = () => {
  const list = useKeyset('list-prospecting-credits', { limit: 50 }, { rows: ({ spends }) => spends, on: [] })
  return (
    <>
      <PageHeader title={strings.credits} about={strings.creditsAbout} back={{ label: strings.title, to: '/prospecting' }} />
      <KeysetFound
        list={list}
        failed={strings.creditsFailed}
        empty={
          <Empty icon={<IconZoomMoney size={24} stroke={1.6} />} title={strings.creditsEmpty} text={strings.creditsEmptyText}>
            <Button component={Link} to="/prospecting">
              {strings.title}
            </Button>
          </Empty>
        }
      >
        <DataTable
          label={strings.credits}
          rows={list.rows}
          idOf={({ id }) => id}
          name={strings.forWhom}
          nameWidth="minmax(14rem, 3fr)"
          nameOf={(spend) => <bdi>{forWhom(spend)}</bdi>}
          columns={columns}
          fresh={list.fresh}
        />
      </KeysetFound>
    </>
  )
}

const forWhom = ({ people, asked, with_mobiles, company }: CreditSpend): string => {
  if (company !== null) return strings.forCompany(company.name)
  const names = people.flatMap(({ name }) => name ?? []).join(', ')
  const count = with_mobiles ? strings.withMobiles(asked) : strings.forPeople(asked)
  return names === '' ? count : `${names} (${count})`
}

const columns: readonly Column<CreditSpend>[] = [
  { key: 'by', name: strings.by, cell: ({ person }) => <bdi>{person?.name ?? strings.formerMember}</bdi>, phone: 'below' },
  { key: 'when', name: strings.when, cell: ({ at }) => <RelativeTime at={at} />, phone: 'belowEnd' },
  {
    key: 'cost',
    name: strings.cost,
    cell: ({ credits, reserved, state, reason }) => (
      <>
        {state !== 'settled' && (
          <span title={reason ?? undefined}>
            <Pill tone={state === 'unknown' ? 'bad' : undefined}>{strings.spendStates[state]}</Pill>{' '}
          </span>
        )}
        {credits === null || state === 'unknown' ? strings.upToCost(credits ?? reserved) : counted(credits)}
      </>
    ),
    atEnd: true,
    phone: 'end',
  },
]
