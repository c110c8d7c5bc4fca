import { Button, Group } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { isAtLeast, useSession } from '#web/session.ts'
import { ConfirmWindow } from '#web/ui/confirm-window.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { List, ListRow } from '#web/ui/list.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { say } from '#web/ui/say.tsx'
import { useLast } from '#web/ui/use-last.ts'
import { Window } from '#web/ui/window.tsx'
import { useVersion, useVersions, useWorkflowChange } from './api.ts'
import { DifferencesList } from './differences-list.tsx'
import { readDefinition } from './graph/new-nodes.ts'
import { strings } from './strings.ts'
import type { WorkflowTabProps } from './workflow-tabs.ts'

/** All versions, newest first, with the way back to each. */
export const Versions = ({ shown }: WorkflowTabProps) => {
  const { workflow } = shown
  const mayEdit = isAtLeast(useSession().role, 'member') && workflow.archived_at === null
  const versions = useVersions(workflow.id)
  const [compared, setCompared] = useState<number | null>(null)
  const [back, setBack] = useState<number | null>(null)
  const rows = versions.data?.pages.flatMap((page) => page.versions) ?? []
  return (
    <>
      <ErrorNote error={versions.error} title={strings.versionsFailed} onRetry={() => void versions.refetch()} />
      {versions.isPending && <RowsPending rows={3} />}
      {versions.data && rows.length === 0 && <p className="dim">{strings.versionsEmpty}</p>}
      <List label={strings.tab.versions}>
        {rows.map(({ version, published_at, published_until, published_by, note }) => (
          <ListRow
            key={version}
            title={strings.version(version)}
            pills={published_until === null && <Pill tone="good">{strings.current}</Pill>}
            end={<RelativeTime at={published_at} />}
            actions={
              <Group gap="xs">
                <Button size="xs" variant="default" onClick={() => setCompared(version)}>
                  {strings.compare}
                  <span className="hidden-visually"> {strings.version(version)}</span>
                </Button>
                {mayEdit && (
                  <Button size="xs" variant="default" onClick={() => setBack(version)}>
                    {strings.backTo}
                    <span className="hidden-visually"> {strings.version(version)}</span>
                  </Button>
                )}
              </Group>
            }
          >
            {[published_by?.name && strings.by(published_by.name), note].filter(Boolean).join(' · ')}
          </ListRow>
        ))}
      </List>
      {versions.hasNextPage && (
        <Button variant="default" loading={versions.isFetchingNextPage} onClick={() => void versions.fetchNextPage()}>
          {strings.more}
        </Button>
      )}
      <CompareWindow shown={shown} version={compared} onClose={() => setCompared(null)} />
      <BackWindow shown={shown} version={back} onClose={() => setBack(null)} />
    </>
  )
}

interface OfVersion {
  readonly shown: WorkflowTabProps['shown']
  readonly version: number | null
  onClose(): void
}

const CompareWindow = ({ shown, version, onClose }: OfVersion) => {
  const last = useLast(version)
  const { data, error } = useVersion(shown.workflow.id, version)
  const now = (shown.draft ?? shown.published ?? shown.latest)?.definition
  return (
    <Window opened={version !== null} onClose={onClose} title={strings.compareTitle(last ?? 0)} wide>
      <ErrorNote error={error} />
      {data && now && <DifferencesList before={readDefinition(data.version.definition)} after={readDefinition(now)} />}
    </Window>
  )
}

const BackWindow = ({ shown: { workflow, draft }, version, onClose }: OfVersion) => {
  const last = useLast(version)
  const restore = useWorkflowChange('restore-workflow-version')
  const navigate = useNavigate()
  return (
    <ConfirmWindow
      opened={version !== null}
      title={strings.backToTitle(last ?? 0)}
      text={strings.backToText}
      confirm={strings.backTo}
      isPending={restore.isPending}
      error={restore.error}
      onConfirm={() =>
        version !== null &&
        restore.mutate(
          { workflowId: workflow.id, version, revision: draft?.is_mine ? draft.revision : 0 },
          {
            onSuccess: () => {
              say(strings.takenBack(version))
              onClose()
              void navigate({ to: '/workflows/$workflowId', params: { workflowId: workflow.id }, search: {} })
            },
          },
        )
      }
      onClose={onClose}
    />
  )
}
