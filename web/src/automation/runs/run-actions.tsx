import { Button } from '@mantine/core'
import { useState } from 'react'
import { ConfirmWindow } from '#web/ui/confirm-window.tsx'
import { say, sayFailure } from '#web/ui/say.tsx'
import type { WorkflowRun } from '#web/wire.ts'
import { useRunChange } from './api.ts'
import { isOpen } from './states.ts'
import { strings } from './strings.ts'

/** What an admin can do to a run in its state. */
export const RunActions = ({ run, onReplay }: { run: WorkflowRun; onReplay: (() => void) | null }) => {
  const [isCancelling, setCancelling] = useState(false)
  const cancel = useRunChange('cancel-run')
  const retry = useRunChange(run.state === 'paused' ? 'resume-run' : 'retry-run')
  const mayRetry =
    (run.state === 'failed' && run.reason_code !== 'stopped') || (run.state === 'paused' && run.reason_code !== 'uncertain')
  return (
    <>
      {isOpen(run) && (
        <Button variant="default" onClick={() => setCancelling(true)}>
          {strings.cancel}
        </Button>
      )}
      {onReplay && (
        <Button variant="default" onClick={onReplay}>
          {strings.replay}
        </Button>
      )}
      {mayRetry && (
        <Button
          loading={retry.isPending}
          onClick={() =>
            retry.mutate(
              { runId: run.id },
              { onSuccess: () => say(strings.retried), onError: (error) => sayFailure(error, strings.notDone) },
            )
          }
        >
          {run.state === 'paused' ? strings.resume : strings.retry}
        </Button>
      )}
      <ConfirmWindow
        opened={isCancelling}
        title={strings.cancelTitle}
        text={strings.cancelText}
        confirm={strings.cancel}
        cancel={strings.keep}
        isFinal
        reason={{ label: strings.cancelReason, missing: strings.cancelMissing }}
        isPending={cancel.isPending}
        error={cancel.error}
        onConfirm={(reason) =>
          cancel.mutate(
            { runId: run.id, reason },
            {
              onSuccess: () => {
                setCancelling(false)
                say(strings.cancelled)
              },
            },
          )
        }
        onClose={() => setCancelling(false)}
      />
    </>
  )
}
