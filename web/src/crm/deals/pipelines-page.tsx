import { ActionIcon, Button, Group, NativeSelect, Stack, Switch, Text, TextInput } from '@mantine/core'
import { IconArchive, IconArrowDown, IconArrowUp, IconPencil, IconPlus, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { isAtLeast, useSession } from '#web/session.ts'
import { Card } from '#web/ui/card.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { Window } from '#web/ui/window.tsx'
import { type Pipeline, type StageKind, say, useDealChange, usePipelines } from './api.ts'
import classes from './deals.module.css'
import { strings } from './strings.ts'

const stageKinds: readonly StageKind[] = ['open', 'won', 'lost']
const tones = { open: undefined, won: 'good', lost: 'bad' } as const

/** Settings → Pipelines: the stages that deals go through. */
export const PipelinesPage = () => {
  const mayChange = isAtLeast(useSession().role, 'admin')
  const { data, error, isPending, refetch } = usePipelines()
  const [editing, setEditing] = useState<Pipeline | 'new' | null>(null)
  const [archiving, setArchiving] = useState<Pipeline | null>(null)
  return (
    <>
      <PageHeader
        title={strings.pipelines}
        about={strings.pipelinesLead}
        {...(!mayChange && { lead: strings.onlyAdminsPipelines })}
        actions={
          mayChange && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEditing('new')}>
              {strings.newPipeline}
            </Button>
          )
        }
      />
      <ErrorNote error={error} title={strings.pipelinesFailed} onRetry={() => void refetch()} />
      {isPending && <RowsPending rows={4} />}
      <Stack>
        {data?.pipelines.map((pipeline) => (
          <Card
            key={pipeline.id}
            title={pipeline.name}
            actions={
              <Group gap="xs">
                {pipeline.is_default && <Pill tone="accent">{strings.isDefault}</Pill>}
                {mayChange && (
                  <Button
                    size="xs"
                    variant="default"
                    leftSection={<IconPencil size={14} aria-hidden />}
                    onClick={() => setEditing(pipeline)}
                  >
                    {strings.change}
                    <span className="hidden-visually"> {pipeline.name}</span>
                  </Button>
                )}
                {mayChange && !pipeline.is_default && (
                  <Button
                    size="xs"
                    variant="default"
                    leftSection={<IconArchive size={14} aria-hidden />}
                    onClick={() => setArchiving(pipeline)}
                  >
                    {strings.archive}
                    <span className="hidden-visually"> {pipeline.name}</span>
                  </Button>
                )}
              </Group>
            }
          >
            <ol className={classes.stageList}>
              {pipeline.stages.map((stage) => (
                <li key={stage.id}>
                  <span className={classes.stageName}>{stage.name}</span>
                  <Pill tone={tones[stage.kind]}>{strings.stageKinds[stage.kind]}</Pill>
                  <span className={classes.dim}>{strings.dealsIn(stage.deals)}</span>
                </li>
              ))}
            </ol>
          </Card>
        ))}
      </Stack>
      <EditWindow editing={editing} onClose={() => setEditing(null)} />
      <ArchiveWindow pipeline={archiving} onClose={() => setArchiving(null)} />
    </>
  )
}

interface Row {
  /** Of this form: a stage that is not saved has no id yet. */
  readonly key: string
  readonly id?: string
  readonly name: string
  readonly kind: StageKind
  /** Open ones: they keep it from being removed. */
  readonly deals: number
}

const EditWindow = ({ editing, onClose }: { editing: Pipeline | 'new' | null; onClose: () => void }) => (
  <Window
    opened={editing !== null}
    onClose={onClose}
    title={editing === 'new' || editing === null ? strings.newPipeline : strings.changeThis(editing.name)}
    wide
  >
    {editing !== null && <EditForm pipeline={editing === 'new' ? null : editing} onClose={onClose} />}
  </Window>
)

const firstRows = (): Row[] => [
  { key: 'first', name: '', kind: 'open', deals: 0 },
  { key: 'won', name: strings.stageKinds.won, kind: 'won', deals: 0 },
  { key: 'lost', name: strings.stageKinds.lost, kind: 'lost', deals: 0 },
]

const EditForm = ({ pipeline, onClose }: { pipeline: Pipeline | null; onClose: () => void }) => {
  const [name, setName] = useState(pipeline?.name ?? '')
  const [isDefault, setDefault] = useState(pipeline?.is_default ?? false)
  const [rows, setRows] = useState<readonly Row[]>(
    () => pipeline?.stages.map(({ id, name, kind, open_deals: deals }) => ({ key: id, id, name, kind, deals })) ?? firstRows(),
  )
  const [isChecked, setChecked] = useState(false)
  const [spoken, setSpoken] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const toFocus = useRef<string | null>(null)
  const save = useDealChange('save-pipeline')
  useEffect(() => {
    if (toFocus.current === null) return
    list.current?.querySelector<HTMLElement>(toFocus.current)?.focus()
    toFocus.current = null
  })
  const change = (key: string, next: Partial<Row>): void =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...next } : row)))
  const shift = (at: number, by: 1 | -1, focused: 'up' | 'down' | 'name'): void => {
    const row = rows[at]
    if (!row || !rows[at + by]) return
    setRows(rows.toSpliced(at, 1).toSpliced(at + by, 0, row))
    const isAtEnd = at + by === 0 || at + by === rows.length - 1
    // The button that led to the end is disabled there: its neighbour takes the focus.
    const part = focused === 'name' ? 'name' : isAtEnd ? (focused === 'up' ? 'down' : 'up') : focused
    toFocus.current = `[data-row-key="${row.key}"] [data-part="${part}"]`
    setSpoken(strings.stageMoved(row.name, at + by + 1, rows.length))
  }
  const add = (): void => {
    const key = `new ${Date.now()}`
    const at = rows.findIndex(({ kind }) => kind !== 'open')
    setRows(rows.toSpliced(at === -1 ? rows.length : at, 0, { key, name: '', kind: 'open', deals: 0 }))
    toFocus.current = `[data-row-key="${key}"] [data-part="name"]`
  }
  const isNameless = name.trim() === ''
  const lacksKind = stageKinds.some((wanted) => !rows.some(({ kind }) => kind === wanted))
  const submit = (): void => {
    setChecked(true)
    if (isNameless || lacksKind || rows.some((row) => row.name.trim() === '')) return
    save.mutate(
      {
        ...(pipeline && { pipelineId: pipeline.id }),
        name: name.trim(),
        ...(isDefault && { isDefault: true }),
        stages: rows.map((row) => ({ ...(row.id !== undefined && { id: row.id }), name: row.name.trim(), kind: row.kind })),
      },
      {
        onSuccess: () => {
          say(strings.pipelineSaved)
          onClose()
        },
      },
    )
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Stack>
        <ErrorNote error={save.error} title={strings.pipelineNotSaved} />
        <TextInput
          label={strings.pipelineName}
          value={name}
          error={isChecked && isNameless ? strings.nameMissing : undefined}
          maxLength={100}
          required
          data-autofocus
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <fieldset className={classes.stageFields}>
          <legend>{strings.stages}</legend>
          <p className={classes.dim}>{strings.stagesHint}</p>
          <ol className={classes.stageRows} ref={list}>
            {rows.map((row, at) => (
              <li key={row.key} data-row-key={row.key}>
                <TextInput
                  aria-label={strings.stageNumber(at + 1)}
                  value={row.name}
                  error={isChecked && row.name.trim() === '' ? strings.nameMissing : undefined}
                  maxLength={100}
                  data-part="name"
                  onChange={({ currentTarget }) => change(row.key, { name: currentTarget.value })}
                  onKeyDown={(event) => {
                    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
                    event.preventDefault()
                    shift(at, event.key === 'ArrowUp' ? -1 : 1, 'name')
                  }}
                />
                <NativeSelect
                  aria-label={strings.kindOf(row.name || strings.stageNumber(at + 1))}
                  value={row.kind}
                  disabled={row.id !== undefined}
                  data={stageKinds.map((kind) => ({ value: kind, label: strings.stageKinds[kind] }))}
                  onChange={({ currentTarget }) =>
                    change(row.key, { kind: stageKinds.find((kind) => kind === currentTarget.value) ?? 'open' })
                  }
                />
                <div className={classes.stageButtons}>
                  <ActionIcon
                    variant="default"
                    size={36}
                    disabled={at === 0}
                    data-part="up"
                    aria-label={strings.moveUp(row.name || strings.stageNumber(at + 1))}
                    onClick={() => shift(at, -1, 'up')}
                  >
                    <IconArrowUp size={16} aria-hidden />
                  </ActionIcon>
                  <ActionIcon
                    variant="default"
                    size={36}
                    disabled={at === rows.length - 1}
                    data-part="down"
                    aria-label={strings.moveDown(row.name || strings.stageNumber(at + 1))}
                    onClick={() => shift(at, 1, 'down')}
                  >
                    <IconArrowDown size={16} aria-hidden />
                  </ActionIcon>
                  <ActionIcon
                    variant="default"
                    size={36}
                    disabled={row.deals > 0}
                    title={row.deals > 0 ? strings.stageHasDeals(row.deals) : undefined}
                    aria-label={strings.removeStage(row.name || strings.stageNumber(at + 1))}
                    onClick={() => setRows(rows.filter(({ key }) => key !== row.key))}
                  >
                    <IconX size={16} aria-hidden />
                  </ActionIcon>
                </div>
              </li>
            ))}
          </ol>
          {isChecked && lacksKind && (
            <Text size="sm" c="var(--foyer-bad)">
              {strings.needsKinds}
            </Text>
          )}
          <Button variant="default" size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={add}>
            {strings.addStage}
          </Button>
          <span className="hidden-visually" role="status">
            {spoken}
          </span>
        </fieldset>
        {pipeline?.is_default !== true && (
          <Switch
            label={strings.makeDefault}
            description={strings.makeDefaultHint}
            checked={isDefault}
            onChange={({ currentTarget }) => setDefault(currentTarget.checked)}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {strings.cancel}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {strings.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const ArchiveWindow = ({ pipeline, onClose }: { pipeline: Pipeline | null; onClose: () => void }) => {
  const archive = useDealChange('archive-pipeline')
  const close = (): void => {
    archive.reset()
    onClose()
  }
  return (
    <Window opened={pipeline !== null} onClose={close} title={strings.archiveTitle(pipeline?.name ?? '')}>
      <Stack>
        <ErrorNote error={archive.error} title={strings.notArchived} />
        <Text size="sm">{strings.archiveText}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {strings.cancel}
          </Button>
          <Button
            color="red"
            loading={archive.isPending}
            onClick={() => pipeline && archive.mutate({ pipelineId: pipeline.id }, { onSuccess: close })}
          >
            {strings.archive}
          </Button>
        </Group>
      </Stack>
    </Window>
  )
}
