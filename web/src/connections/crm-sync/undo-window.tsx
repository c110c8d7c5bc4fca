import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call } from '#web/gateway.ts'
import { counted } from '#web/i18n/format.ts'
import { syncReason } from '#web/i18n/server-messages.ts'
import { useSession } from '#web/session.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { say } from '#web/ui/say.tsx'
import { Waiting } from '#web/ui/waiting.tsx'
import { Window, WindowFoot } from '#web/ui/window.tsx'
import type { Output, Sync } from '#web/wire.ts'
import { useCrmChange } from './api.ts'
import classes from './crm-sync.module.css'
import { RecordAt } from './kept.tsx'
import { strings } from './strings.ts'
import { undoPreviewText } from './sync-words.ts'

/** So many of the records that stay are linked, of each reason. */
const mostLinked = 20

/** Says what undoing a sync would remove, restore and leave, before it is done. */
export const UndoWindow = ({
  opened,
  sync,
  title,
  isScheduled,
  onClose,
}: {
  opened: boolean
  sync: Sync | null
  title: string
  /** The CRM is synced by a schedule, which ends with an undo. */
  isScheduled: boolean
  onClose: () => void
}) => (
  <Window opened={opened} onClose={onClose} title={strings.undoTitle}>
    {sync && <Undo sync={sync} title={title} isScheduled={isScheduled} onClose={onClose} />}
  </Window>
)

const Undo = ({
  sync,
  title,
  isScheduled,
  onClose,
}: {
  sync: Sync
  title: string
  isScheduled: boolean
  onClose: () => void
}) => {
  const { organization } = useSession()
  const navigate = useNavigate()
  const wish = { jobId: sync.jobId, orgId: organization.id }
  const preview = useQuery({
    queryKey: ['undo-preview', sync.jobId],
    queryFn: () => call('undo-sync', { ...wish, dryRun: true }),
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
  const undo = useCrmChange('undo-sync', () => {
    say(strings.undoStarted)
    onClose()
    void navigate({
      to: '/settings/connections/crm/$connectionId',
      params: { connectionId: sync.connection_id },
      search: {},
    })
  })
  return (
    <Stack>
      <ErrorNote error={preview.error ?? undo.error} />
      {preview.isPending && <Waiting>{strings.undoReading}</Waiting>}
      {preview.data && <Preview of={preview.data} title={title} />}
      {preview.data && isScheduled && <Text size="sm">{strings.undoSchedule}</Text>}
      <WindowFoot>
        <Group>
          <Button variant="default" onClick={onClose} data-autofocus>
            {strings.cancel}
          </Button>
          <Button color="red" disabled={!preview.data} loading={undo.isPending} onClick={() => undo.mutate(wish)}>
            {strings.undoNow}
          </Button>
        </Group>
      </WindowFoot>
    </Stack>
  )
}

const Preview = ({ of: preview, title }: { of: Output<'undo-sync'>; title: string }) => (
  <>
    <Text size="sm">{undoPreviewText(preview, title)}</Text>
    {preview.kept.length > 0 && (
      <div>
        <Text size="sm" fw={600}>
          {strings.undoKept(preview.kept.length)}
        </Text>
        {[...Map.groupBy(preview.kept, ({ reason }) => reason)].map(([reason, same]) => (
          <details key={reason} className={classes.fold}>
            <summary>{strings.reasonCount(syncReason(reason), same.length)}</summary>
            <div className={classes.ids}>
              {same.slice(0, mostLinked).map(({ kind, id }, n) => (
                <span key={id}>
                  {n > 0 && ', '}
                  <RecordAt entity={kind} id={id}>{`${strings.kind[kind]} ${counted(n + 1)}`}</RecordAt>
                </span>
              ))}{' '}
              {same.length > mostLinked && strings.undoMore(same.length - mostLinked)}
            </div>
          </details>
        ))}
      </div>
    )}
  </>
)
