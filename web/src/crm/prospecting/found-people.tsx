import { Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { IconFileUpload, IconZoomMoney } from '#icons'
import { BulkBar } from '#web/ui/bulk-bar.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { laterWindow } from '#web/ui/later-window.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { useSelection } from '#web/ui/use-selection.ts'
import { WarningNote } from '#web/ui/warning-note.tsx'
import type { FoundPerson, ProspectPerson } from '#web/wire.ts'
import { type EnrichedPeople, useKnown, usePicks } from './api.ts'
import { strings } from './strings.ts'

const EnrichWindow = laterWindow(() => import('./enrich-window.tsx').then(({ EnrichWindow }) => EnrichWindow))

/** A person of a search, with what enrichment knows. */
interface Row extends FoundPerson {
  readonly known: ProspectPerson | undefined
}

const nameOf = ({ name, known }: Row): string => known?.name ?? name ?? strings.noName

const Address = ({ row: { known, has_email, state } }: { row: Row }) => {
  if (state === 'asking') return <Pill>{strings.states.asking}</Pill>
  if (state === 'nothing') return <Pill tone="warn">{strings.states.nothing}</Pill>
  if (state === 'unknown') return <Pill tone="bad">{strings.states.unknown}</Pill>
  if (state === 'found' && known) {
    const addresses = [known.email, known.phone].filter((address) => address !== null)
    if (addresses.length > 0) return <bdi dir="ltr">{addresses.join(' · ')}</bdi>
    return <Pill tone="warn">{known.phone_state === 'waiting' ? strings.numberComes : strings.withoutAddress}</Pill>
  }
  return has_email ? strings.hasEmail : strings.noEmail
}

const columns: readonly Column<Row>[] = [
  { key: 'title', name: strings.job, cell: ({ title }) => title, phone: 'end' },
  { key: 'company', name: strings.company, cell: ({ company }) => company, isExtra: true },
  { key: 'address', name: strings.address, cell: (row) => <Address row={row} />, width: 'minmax(0, 1.5fr)', phone: 'below' },
]

/** People of a page, of whom some are chosen: to be enriched, or to be imported. */
export const FoundPeople = ({ people, budgetLeft }: { people: readonly FoundPerson[]; budgetLeft: number }) => {
  const navigate = useNavigate()
  const [opened, window] = useDisclosure(false)
  const [stopped, setStopped] = useState<EnrichedPeople['stopped']>(null)
  const selection = useSelection(people.map(({ id }) => id))
  const known = useKnown({ enrich: people.flatMap(({ id, state }) => (state === 'found' ? [id] : [])) })
  const byId = new Map(known.data?.people.map((person) => [person.id, person]))
  const rows = people.map((person) => ({ ...person, known: byId.get(person.id) }))
  const picks = usePicks((uploadId) => navigate({ to: '/uploads/$uploadId', params: { uploadId } }))
  const chosen = [...selection.chosen]
  const withAddress = chosen.filter((id) => byId.get(id)?.email != null || byId.get(id)?.phone != null)
  return (
    <>
      {stopped && <WarningNote title={strings.stopped}>{stopped.message}</WarningNote>}
      <ErrorNote error={picks.error} title={strings.takeFailed} />
      <DataTable
        label={strings.list}
        rows={rows}
        idOf={({ id }) => id}
        name={strings.person}
        nameOf={(row) => <bdi>{nameOf(row)}</bdi>}
        selection={{ ...selection, labelOf: nameOf }}
        columns={columns}
      />
      <BulkBar selection={selection}>
        <Button size="xs" variant="default" leftSection={<IconZoomMoney size={16} aria-hidden />} onClick={window.open}>
          {strings.enrich}
        </Button>
        <Button
          size="xs"
          leftSection={<IconFileUpload size={16} aria-hidden />}
          disabled={withAddress.length === 0}
          loading={picks.isPending || picks.isSuccess}
          onClick={() => picks.mutate(withAddress)}
        >
          {strings.take}
        </Button>
        {withAddress.length === 0 && (
          <Text size="xs" c="dimmed">
            {strings.takeHint}
          </Text>
        )}
      </BulkBar>
      <EnrichWindow
        ids={chosen}
        budgetLeft={budgetLeft}
        opened={opened}
        onDone={(done) => setStopped(done.stopped)}
        onClose={window.close}
      />
    </>
  )
}
