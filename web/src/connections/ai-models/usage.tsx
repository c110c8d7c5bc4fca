import { Button, NativeSelect, Progress } from '@mantine/core'
import { useState } from 'react'
import { IconDownload } from '#icons'
import { downloadAddress } from '#web/gateway.ts'
import { onDate } from '#web/i18n/format.ts'
import { useMembersByName } from '#web/platform/audit/choices.ts'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { Fields, Part } from '#web/ui/form-page.tsx'
import { List, ListRow } from '#web/ui/list.tsx'
import type { Output } from '#web/wire.ts'
import { dollars } from './amounts.ts'
import { useUsage } from './api.ts'
import { strings } from './strings.ts'

const groups = ['day', 'feature', 'model', 'person', 'provider'] as const
type Group = (typeof groups)[number]
const periods = [7, 30, 90] as const

/** What was asked in some days, and what it cost. */
export const Usage = ({ isAdmin }: { isAdmin: boolean }) => {
  const [groupBy, setGroupBy] = useState<Group>('day')
  const [days, setDays] = useState(30)
  const { data, error, refetch } = useUsage({ groupBy, days })
  const nameOf = useNames(groupBy)
  const shown = groups.filter((group) => isAdmin || group !== 'person')
  return (
    <Part title={strings.usage} text={isAdmin ? strings.usageText : strings.ownUsageText}>
      <ErrorNote error={error} title={strings.failed} onRetry={() => void refetch()} />
      <Fields>
        <NativeSelect
          label={strings.groupBy}
          data={shown.map((value) => ({ value, label: strings.groups[value] }))}
          value={groupBy}
          onChange={({ currentTarget }) => setGroupBy(shown.find((group) => group === currentTarget.value) ?? 'day')}
        />
        <NativeSelect
          label={strings.period}
          data={periods.map((value) => ({ value: String(value), label: strings.days(value) }))}
          value={String(days)}
          onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}
        />
      </Fields>
      {data && data.rows.length === 0 && <Empty title={strings.noUsage} text={strings.noUsageText} />}
      {data && data.rows.length > 0 && (
        <>
          <Rows {...{ data, nameOf }} />
          <Button
            component="a"
            href={downloadAddress('export-ai-usage', { from: data.from, to: data.to })}
            download
            variant="default"
            mt="md"
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            {strings.export}
          </Button>
        </>
      )}
    </Part>
  )
}

type Shown = Output<'show-ai-usage'>
type Row = Shown['total']

/** The newest day first; everything else by what it cost. */
const Rows = ({ data, nameOf }: { data: Shown; nameOf: (key: string | null) => string }) => {
  const most = Math.max(...data.rows.map(({ cost_nano }) => cost_nano), 1)
  const isByDay = /^\d{4}-/.test(data.rows[0]?.key ?? '')
  const rows = isByDay ? data.rows.toReversed() : data.rows
  return (
    <List label={strings.usage} isInset>
      <ListRow title={strings.total} end={dollars(data.total.cost_nano)}>
        <Counts row={data.total} />
      </ListRow>
      {rows.map((row) => (
        <ListRow key={row.key} title={nameOf(row.key)} end={dollars(row.cost_nano)}>
          <Counts row={row} />
          <Progress size="xs" mt={4} value={(row.cost_nano / most) * 100} aria-hidden />
        </ListRow>
      ))}
    </List>
  )
}

const Counts = ({ row }: { row: Row }) => (
  <span>
    {[
      strings.calls(row.calls),
      strings.tokens(row.input_tokens, row.output_tokens),
      ...(row.estimated_nano > 0 ? [strings.estimated(dollars(row.estimated_nano))] : []),
    ].join(' · ')}
  </span>
)

export const featureName = (feature: string): string =>
  feature in strings.features ? strings.features[feature as keyof typeof strings.features] : feature

/** What the key of a row is called. */
const useNames = (groupBy: Group): ((key: string | null) => string) => {
  const members = useMembersByName()
  return (key) => {
    if (key === null) return strings.background
    if (/^\d{4}-\d\d-\d\d$/.test(key)) return onDate(key)
    if (groupBy === 'feature') return featureName(key)
    if (groupBy === 'person') return members.find(({ value }) => value === key)?.label ?? key
    return key in strings.providers ? strings.providers[key as keyof typeof strings.providers] : key
  }
}
