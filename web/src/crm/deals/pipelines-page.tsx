import { ActionIcon, Button, Group, NativeSelect, Stack, Switch, Text, TextInput } from '@mantine/core'
import { IconArchive, IconArrowDown, IconArrowUp, IconPencil, IconPlus, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { isAtLeast, useSession } from '#web/session.ts'
import { Window } from '#web/settings/window.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { type Pipeline, type StageKind, say, useDealChange, usePipelines } from './api.ts'
import classes from './deals.module.css'
import { words } from './strings.ts'

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
        title={words.pipelines}
        about={words.pipelinesLead}
        {...(!mayChange && { lead: words.onlyAdminsPipelines })}
        actions={
          mayChange && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEditing('new')}>
              {words.newPipeline}
            </Button>
          )
        }
      />
      <ErrorNote error={error} title={words.pipelinesFailed} onRetry={() => void refetch()} />
      {isPending && <RowsPending rows={4} />}
      <Stack>
        {data?.pipelines.map((pipeline) => (
          <Card
            key={pipeline.id}
            title={pipeline.name}
            actions={
              <Group gap="xs">
                {pipeline.is_default && <Pill tone="accent">{words.isDefault}</Pill>}
                {mayChange && (
                  <Button
                    size="xs"
                    variant="default"
                    leftSection={<IconPencil size={14} aria-hidden />}
                    onClick={() => setEditing(pipeline)}
                  >
                    {words.change}
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
                    {words.archive}
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
                  <Pill tone={tones[stage.kind]}>{words.stageKinds[stage.kind]}</Pill>
                  <span className={classes.dim}>{words.dealsIn(stage.deals)}</span>
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
    title={editing === 'new' || editing === null ? words.newPipeline : words.changeThis(editing.name)}
    wide
  >
    {editing !== null && <EditForm pipeline={editing === 'new' ? null : editing} onClose={onClose} />}
  </Window>
)

const firstRows = (): Row[] => [
  { key: 'first', name: '', kind: 'open', deals: 0 },
  { key: 'won', name: words.stageKinds.won, kind: 'won', deals: 0 },
  { key: 'lost', name: words.stageKinds.lost, kind: 'lost', deals: 0 },
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
    setSpoken(words.stageMoved(row.name, at + by + 1, rows.length))
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
          say(words.pipelineSaved)
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
        <ErrorNote error={save.error} title={words.pipelineNotSaved} />
        <TextInput
          label={words.pipelineName}
          value={name}
          error={isChecked && isNameless ? words.nameMissing : undefined}
          maxLength={100}
          required
          data-autofocus
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <fieldset className={classes.stageFields}>
          <legend>{words.stages}</legend>
          <p className={classes.dim}>{words.stagesHint}</p>
          <ol className={classes.stageRows} ref={list}>
            {rows.map((row, at) => (
              <li key={row.key} data-row-key={row.key}>
                <TextInput
                  aria-label={words.stageNumber(at + 1)}
                  value={row.name}
                  error={isChecked && row.name.trim() === '' ? words.nameMissing : undefined}
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
                  aria-label={words.kindOf(row.name || words.stageNumber(at + 1))}
                  value={row.kind}
                  disabled={row.id !== undefined}
                  data={stageKinds.map((kind) => ({ value: kind, label: words.stageKinds[kind] }))}
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
                    aria-label={words.moveUp(row.name || words.stageNumber(at + 1))}
                    onClick={() => shift(at, -1, 'up')}
                  >
                    <IconArrowUp size={16} aria-hidden />
                  </ActionIcon>
                  <ActionIcon
                    variant="default"
                    size={36}
                    disabled={at === rows.length - 1}
                    data-part="down"
                    aria-label={words.moveDown(row.name || words.stageNumber(at + 1))}
                    onClick={() => shift(at, 1, 'down')}
                  >
                    <IconArrowDown size={16} aria-hidden />
                  </ActionIcon>
                  <ActionIcon
                    variant="default"
                    size={36}
                    disabled={row.deals > 0}
                    title={row.deals > 0 ? words.stageHasDeals(row.deals) : undefined}
                    aria-label={words.removeStage(row.name || words.stageNumber(at + 1))}
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
              {words.needsKinds}
            </Text>
          )}
          <Button variant="default" size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={add}>
            {words.addStage}
          </Button>
          <span className="hidden-visually" role="status">
            {spoken}
          </span>
        </fieldset>
        {pipeline?.is_default !== true && (
          <Switch
            label={words.makeDefault}
            description={words.makeDefaultHint}
            checked={isDefault}
            onChange={({ currentTarget }) => setDefault(currentTarget.checked)}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {words.save}
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
    <Window opened={pipeline !== null} onClose={close} title={words.archiveTitle(pipeline?.name ?? '')}>
      <Stack>
        <ErrorNote error={archive.error} title={words.notArchived} />
        <Text size="sm">{words.archiveText}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {words.cancel}
          </Button>
          <Button
            color="red"
            loading={archive.isPending}
            onClick={() => pipeline && archive.mutate({ pipelineId: pipeline.id }, { onSuccess: close })}
          >
            {words.archive}
          </Button>
        </Group>
      </Stack>
    </Window>
  )
}
