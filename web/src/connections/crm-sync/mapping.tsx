import { Button, SegmentedControl } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '#web/session.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { FormPage, SaveBar } from '#web/ui/form-page.tsx'
import { laterWindow } from '#web/ui/later-window.tsx'
import { NoMatch } from '#web/ui/no-match.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { say } from '#web/ui/say.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { Waiting } from '#web/ui/waiting.tsx'
import type { CrmEntity, CrmFieldMapping } from '#web/wire.ts'
import { type ShownMapping, useCrmChange, useMapping } from './api.ts'
import type { OfCrm } from './crm-page.tsx'
import classes from './crm-sync.module.css'
import { entities } from './entities.ts'
import { becomesText, type FieldChoice, isSameChoice, keyOf, type OwnNames, rankOf } from './mapped-fields.ts'
import { mappingStrings as strings } from './mapping-strings.ts'
import { Stages } from './stages.tsx'
import { strings as pageStrings } from './strings.ts'

const FieldWindow = laterWindow(() => import('./field-window.tsx').then(({ FieldWindow }) => FieldWindow))

/** Which field of the CRM becomes which field here, and which stage which stage. */
export const Mapping = ({ connection, crm }: OfCrm) => {
  const { data, error, refetch } = useMapping(connection.id)
  if (data) return <Shown connection={connection} crm={crm} mapping={data} />
  if (error) return <ErrorNote error={error} title={strings.failed} onRetry={() => void refetch()} />
  return <Waiting>{strings.reading(crm.title)}</Waiting>
}

type Part = CrmEntity | 'stages'

const Shown = ({ connection, crm, mapping }: OfCrm & { mapping: ShownMapping }) => {
  const { organization } = useSession()
  const queries = useQueryClient()
  const [part, setPart] = useState<Part>('contacts')
  const [search, setSearch] = useState('')
  const [fields, setFields] = useState<ReadonlyMap<string, FieldChoice>>(new Map())
  const [stages, setStages] = useState<Readonly<Record<string, string>>>({})
  const [editing, setEditing] = useState<CrmFieldMapping | null>(null)
  const choiceOf = (field: CrmFieldMapping): FieldChoice => fields.get(keyOf(field)) ?? field
  const ownNamesOf = (entity: CrmEntity | undefined): OwnNames =>
    new Map(mapping.own_fields.filter((own) => own.entity === entity).map(({ ours, name }) => [ours, name]))
  const discard = (): void => {
    setFields(new Map())
    setStages({})
  }
  const save = useCrmChange('save-crm-mapping', ({ success, ...saved }) => {
    queries.setQueryData(['show-crm-mapping', { orgId: organization.id, connectionId: connection.id }], saved)
    discard()
    say(strings.saved)
  })
  const submit = (): void => {
    const changed = mapping.fields.flatMap((field) => {
      const choice = fields.get(keyOf(field))
      return choice ? [{ entity: field.entity, theirs: field.theirs, ...plain(choice) }] : []
    })
    save.mutate({
      ...{ connectionId: connection.id, orgId: organization.id },
      mapping: { ...(changed.length > 0 && { fields: changed }), ...(Object.keys(stages).length > 0 && { stages }) },
    })
  }
  const apply = (choice: FieldChoice): void => {
    if (!editing) return
    const next = new Map(fields)
    if (isSameChoice(choice, editing)) next.delete(keyOf(editing))
    else next.set(keyOf(editing), choice)
    setFields(next)
    setEditing(null)
  }
  return (
    <FormPage>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <div className={classes.mappingBar}>
          <SegmentedControl
            aria-label={strings.parts}
            value={part}
            data={[
              ...entities.map((value) => ({ value, label: pageStrings.kinds[value] })),
              { value: 'stages', label: strings.stages },
            ]}
            onChange={(value) => setPart(value as Part)}
          />
          {part !== 'stages' && (
            <SearchBox value={search} onChange={setSearch} label={strings.search} placeholder={strings.searchHint} />
          )}
        </div>
        <ErrorNote error={save.error} title={pageStrings.notSaved} />
        {part === 'stages' ? (
          <Stages mapping={mapping} chosen={stages} onChange={setStages} />
        ) : (
          <FieldList
            key={part}
            entity={part}
            title={crm.title}
            fields={mapping.fields.filter(({ entity }) => entity === part)}
            search={search}
            onClear={() => setSearch('')}
            choiceOf={choiceOf}
            ownNames={ownNamesOf(part)}
            isChanged={(field) => fields.has(keyOf(field))}
            onOpen={setEditing}
          />
        )}
        <SaveBar isDirty={fields.size + Object.keys(stages).length > 0} isPending={save.isPending} onDiscard={discard} />
      </form>
      <FieldWindow
        opened={editing !== null}
        field={editing}
        choice={editing ? choiceOf(editing) : undefined}
        title={crm.title}
        othersOf={(ours) =>
          mapping.fields
            .filter((field) => field !== editing && field.entity === editing?.entity)
            .filter((field) => choiceOf(field).direction !== 'off' && choiceOf(field).ours === ours)
            .map(({ label }) => label)
        }
        ownNames={ownNamesOf(editing?.entity)}
        onApply={apply}
        onClose={() => setEditing(null)}
      />
    </FormPage>
  )
}

const plain = ({ ours, direction, conflict }: FieldChoice): FieldChoice => ({ ours, direction, conflict })

/** So many rows stand there at first, and with each wish for more. */
const rowsAtOnce = 100

const FieldList = ({
  entity,
  title,
  fields,
  search,
  onClear,
  choiceOf,
  ownNames,
  isChanged,
  onOpen,
}: {
  entity: CrmEntity
  title: string
  fields: readonly CrmFieldMapping[]
  search: string
  onClear: () => void
  choiceOf: (field: CrmFieldMapping) => FieldChoice
  ownNames: OwnNames
  isChanged: (field: CrmFieldMapping) => boolean
  onOpen: (field: CrmFieldMapping) => void
}) => {
  const [most, setMost] = useState(rowsAtOnce)
  const found = fields
    .filter((field) => matches(field, search))
    // By what is saved, so that no row moves while it is being changed.
    .toSorted((a, b) => rankOf(a) - rankOf(b))
  if (fields.length === 0) return <span className="dim">{strings.noFields}</span>
  if (found.length === 0) return <NoMatch title={strings.noMatch} clear={strings.clearSearch} onClear={onClear} />
  return (
    <>
      <DataTable
        label={strings.list(pageStrings.kinds[entity])}
        rows={found.slice(0, most)}
        idOf={keyOf}
        name={strings.theirField(title)}
        nameWidth="minmax(10rem, 1.4fr)"
        nameOf={({ label, theirs }) => (
          <bdi title={theirs} className={classes.fieldName}>
            {label} <span>{theirs}</span>
          </bdi>
        )}
        onOpen={onOpen}
        columns={columnsOf({ title, choiceOf, ownNames, isChanged })}
      />
      {found.length > most && (
        <Button variant="default" mt="sm" onClick={() => setMost(most + rowsAtOnce)}>
          {strings.showMore} ({strings.shown(most, found.length)})
        </Button>
      )}
    </>
  )
}

const matches = ({ label, theirs, examples }: CrmFieldMapping, search: string): boolean => {
  const wanted = search.trim().toLowerCase()
  return wanted === '' || [label, theirs, ...examples].some((text) => text.toLowerCase().includes(wanted))
}

const columnsOf = ({
  title,
  choiceOf,
  ownNames,
  isChanged,
}: {
  title: string
  choiceOf: (field: CrmFieldMapping) => FieldChoice
  ownNames: OwnNames
  isChanged: (field: CrmFieldMapping) => boolean
}): readonly Column<CrmFieldMapping>[] => [
  {
    key: 'examples',
    name: strings.examples,
    cell: ({ examples }) => <bdi title={examples.join(', ')}>{examples.join(', ')}</bdi>,
    width: 'minmax(0, 1.4fr)',
    isExtra: true,
  },
  {
    key: 'becomes',
    name: strings.becomes,
    cell: (field) => (
      <>
        {rankOf(choiceOf(field)) === 0 ? (
          <strong>{becomesText(choiceOf(field), ownNames)}</strong>
        ) : (
          becomesText(choiceOf(field), ownNames)
        )}{' '}
        {isChanged(field) && <Pill tone="warn">{strings.changed}</Pill>}
      </>
    ),
    width: 'minmax(9rem, 1.2fr)',
    phone: 'below',
  },
  {
    key: 'direction',
    name: strings.direction,
    cell: (field) => {
      const { direction } = choiceOf(field)
      return direction === 'off' ? '' : strings.directions[direction](title)
    },
    width: '8rem',
    phone: 'belowEnd',
  },
  {
    key: 'rule',
    name: strings.rule,
    cell: (field) => {
      const { direction, ours, conflict } = choiceOf(field)
      return direction === 'off' || direction === 'out' || ours === 'custom' ? '' : strings.rules[conflict]
    },
    width: '8rem',
    isExtra: true,
  },
]
