import { ConfirmWindow } from '#web/ui/confirm-window.tsx'
import { say } from '#web/ui/say.tsx'
import { useLast } from '#web/ui/use-last.ts'
import type { BackgroundJob } from '#web/wire.ts'
import { nameOf, useDecision } from './api.ts'
import { strings } from './strings.ts'

interface WindowProps {
  /** Null: closed. */
  readonly work: readonly BackgroundJob[] | null
  readonly onClose: () => void
}

const texts = {
  dead: strings.retryText,
  failed: strings.readText,
  waiting: strings.runNowText,
  running: strings.retryText,
  held: strings.retryText,
} as const

const isOnlyEvents = (work: readonly BackgroundJob[]): boolean => work.every(({ kind }) => kind === 'event')

const namesOf = (work: readonly BackgroundJob[]): string => [...new Set(work.map(nameOf))].join(', ')

export const RetryWork = ({ work: asked, onClose }: WindowProps) => {
  const work = useLast(asked) ?? []
  const retry = useDecision('replay-background-work', (n) => {
    say(strings.retried(n))
    close()
  })
  const close = (): void => {
    retry.reset()
    onClose()
  }
  const [first] = work
  return (
    <ConfirmWindow
      opened={asked !== null}
      onClose={close}
      title={strings.retryTitle(work.length)}
      about={namesOf(work)}
      text={isOnlyEvents(work) && first?.state === 'dead' ? strings.eventText : texts[first?.state ?? 'dead']}
      confirm={first?.state === 'waiting' ? strings.runNow : strings.retry}
      isPending={retry.isPending}
      error={retry.error}
      onConfirm={() => retry.decide(work.map(({ id }) => ({ workId: id })))}
    />
  )
}

export const DiscardWork = ({ work: asked, onClose }: WindowProps) => {
  const work = useLast(asked) ?? []
  const discard = useDecision('drop-background-work', (n) => {
    say(strings.discarded(n))
    close()
  })
  const close = (): void => {
    discard.reset()
    onClose()
  }
  return (
    <ConfirmWindow
      opened={asked !== null}
      onClose={close}
      title={strings.discardTitle(work.length)}
      about={namesOf(work)}
      text={isOnlyEvents(work) ? strings.discardEventText : strings.discardText}
      confirm={strings.discardJob}
      cancel={strings.keep}
      isFinal
      reason={{ label: strings.reason, hint: strings.reasonHint, missing: strings.reasonMissing }}
      isPending={discard.isPending}
      error={discard.error}
      onConfirm={(reason) => discard.decide(work.map(({ id }) => ({ workId: id, reason })))}
    />
  )
}
