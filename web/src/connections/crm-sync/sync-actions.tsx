import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { IconFlask, IconPlayerPlay, IconRefresh, IconX } from '#icons'
import { useSession } from '#web/session.ts'
import { say, sayFailure } from '#web/ui/say.tsx'
import type { Sync, SyncMode } from '#web/wire.ts'
import { type ShownHistory, useCrmChange } from './api.ts'
import { CrmMenu } from './crm-menu.tsx'
import type { OfCrm } from './crm-page.tsx'
import { strings } from './strings.ts'

export const isOpen = ({ status }: Pick<Sync, 'status'>): boolean => status === 'queued' || status === 'in_progress'

/** Starts a sync or a rehearsal of what is chosen in the settings, and shows it. */
export const useStart = (connectionId: string, history: ShownHistory | undefined) => {
  const { organization, person } = useSession()
  const navigate = useNavigate()
  const start = useCrmChange('crm-start-sync')
  const entities = history?.settings?.entities ?? []
  return {
    isPending: start.isPending,
    isRehearsing: start.isPending && start.variables.dryRun === true,
    isReady: entities.length > 0,
    go: (wish: { readonly dryRun?: boolean; readonly mode?: SyncMode } = {}): void =>
      start.mutate(
        { connectionId, orgId: organization.id, userId: person.id, entities, ...wish },
        {
          onSuccess: () =>
            void navigate({ to: '/settings/connections/crm/$connectionId', params: { connectionId }, search: {} }),
          onError: (error) => sayFailure(error),
        },
      ),
  }
}

/** What can be done now: a sync is started, or the one that runs is canceled, or the one that stopped goes on. */
export const SyncActions = ({ connection, crm, history }: OfCrm & { history: ShownHistory | undefined }) => {
  const start = useStart(connection.id, history)
  const [newest] = history?.jobs ?? []
  const isConnected = connection.status !== 'disconnected'
  const mayStart = isConnected && history !== undefined && !(newest && isOpen(newest))
  // The page itself offers the first step.
  const isFirst = history?.jobs.length === 0
  const offersSync = newest?.kind === 'rehearsal' && newest.status === 'completed'
  return (
    <>
      {newest && isOpen(newest) && <CancelButton jobId={newest.jobId} />}
      {mayStart && newest?.can_resume && <ResumeButton jobId={newest.jobId} label={strings.resume} />}
      {mayStart && !isFirst && (
        <Button
          variant="default"
          leftSection={<IconFlask size={16} aria-hidden />}
          loading={start.isRehearsing}
          onClick={() => start.go({ dryRun: true })}
        >
          {strings.rehearse}
        </Button>
      )}
      {mayStart && !isFirst && !offersSync && (
        <Button
          leftSection={<IconRefresh size={16} aria-hidden />}
          loading={start.isPending && !start.isRehearsing}
          onClick={() => start.go()}
          {...(newest?.can_resume && { variant: 'default' })}
        >
          {strings.syncNow}
        </Button>
      )}
      {isConnected && (
        <CrmMenu
          connection={connection}
          crm={crm}
          onReadAll={mayStart && !isFirst ? () => start.go({ mode: 'all' }) : undefined}
        />
      )}
    </>
  )
}

const CancelButton = ({ jobId }: { jobId: string }) => {
  const { organization } = useSession()
  const cancel = useCrmChange('cancel-sync', () => say(strings.canceled))
  return (
    <Button
      variant="default"
      leftSection={<IconX size={16} aria-hidden />}
      loading={cancel.isPending}
      onClick={() => cancel.mutate({ jobId, orgId: organization.id }, { onError: (error) => sayFailure(error) })}
    >
      {strings.cancel}
    </Button>
  )
}

/** Goes on with a sync that stopped; one that waits goes on at once. */
export const ResumeButton = ({ jobId, label, isQuiet = false }: { jobId: string; label: string; isQuiet?: boolean }) => {
  const { organization } = useSession()
  const resume = useCrmChange('resume-sync')
  return (
    <Button
      size={isQuiet ? 'xs' : 'sm'}
      {...(isQuiet && { variant: 'default' })}
      leftSection={<IconPlayerPlay size={16} aria-hidden />}
      loading={resume.isPending}
      onClick={() => resume.mutate({ jobId, orgId: organization.id }, { onError: (error) => sayFailure(error) })}
    >
      {label}
    </Button>
  )
}
