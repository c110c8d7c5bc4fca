import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { IconArchive, IconPencil, IconPlus } from '#icons'
import { counted } from '#web/i18n/format.ts'
import { isAtLeast, useSession } from '#web/session.ts'
import { ConfirmWindow } from '#web/ui/confirm-window.tsx'
import { type Column, DataTable, TablePending } from '#web/ui/data-table.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { FormPage, Part } from '#web/ui/form-page.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pill } from '#web/ui/pill.tsx'
import type { Pipeline, Stage } from '#web/wire.ts'
import { useDealChange, usePipelines } from './api.ts'
import { PipelineWindow } from './pipeline-window.tsx'
import { strings } from './strings.ts'

const tones = { open: 'accent', won: 'good', lost: 'bad' } as const

/** Settings → Pipelines: the stages of deals. */
export const PipelinesPage = () => {
  const mayChange = isAtLeast(useSession().role, 'admin')
  const { data, error, isPending, refetch } = usePipelines()
  const [editing, setEditing] = useState<Pipeline | 'new' | null>(null)
  const [archiving, setArchiving] = useState<Pipeline | null>(null)
  const archive = useDealChange('archive-pipeline')
  const close = (): void => {
    archive.reset()
    setArchiving(null)
  }
  return (
    <>
      <PageHeader
        title={strings.pipelines}
        about={strings.pipelinesLead}
        width="form"
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
      {isPending && <TablePending rows={6} />}
      <FormPage>
        {data?.pipelines.map((pipeline) => (
          <Part
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
                    {strings.edit}
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
            <DataTable
              label={pipeline.name}
              rows={pipeline.stages}
              idOf={({ id }) => id}
              name={strings.stage}
              nameOf={({ name }) => <bdi>{name}</bdi>}
              columns={stageColumns}
              isInset
            />
          </Part>
        ))}
      </FormPage>
      <PipelineWindow editing={editing} onClose={() => setEditing(null)} />
      <ConfirmWindow
        opened={archiving !== null}
        title={strings.archiveTitle(archiving?.name ?? '')}
        text={strings.archiveText}
        confirm={strings.archive}
        isFinal
        error={archive.error}
        isPending={archive.isPending}
        onConfirm={() => archiving && archive.mutate({ pipelineId: archiving.id }, { onSuccess: close })}
        onClose={close}
      />
    </>
  )
}

const stageColumns: readonly Column<Stage>[] = [
  {
    key: 'kind',
    name: strings.stageKind,
    cell: ({ kind }) => <Pill tone={tones[kind]}>{strings.stageKinds[kind]}</Pill>,
    width: '8rem',
    phone: 'belowEnd',
  },
  { key: 'deals', name: strings.title, cell: ({ deals }) => counted(deals), width: '6rem', atEnd: true, phone: 'end' },
]
