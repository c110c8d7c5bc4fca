import { Anchor, Checkbox } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { isUnderWay, type Rehearsal, useRehearsal, useRehearse } from './api.ts'
import { WouldStop } from './rehearsal-numbers.tsx'
import { RehearsalProgress } from './rehearsal-progress.tsx'
import { strings } from './strings.ts'

/** More people than these want a second yes. */
const mostUnasked = 100

interface Props {
  readonly workflowId: string
  readonly draftId: string
  readonly revision: number
  readonly isConfirmed: boolean
  onConfirm(isConfirmed: boolean): void
  /** It is there, or it is being played, or could not be. */
  onChange(seen: Seen): void
}

/** What publishing needs of a rehearsal. */
export interface Seen {
  readonly id: string | null
  readonly isUnderWay: boolean
  readonly needsYes: boolean
}

/** Rehearses the draft that is about to be published on the last 30 days, and shows the numbers before the button. */
export const PublishRehearsal = ({ workflowId, draftId, revision, isConfirmed, onConfirm, onChange }: Props) => {
  const rehearse = useRehearse()
  const { data, error } = useRehearsal(rehearse.data?.rehearsal.id)
  const rehearsal = data?.rehearsal ?? rehearse.data?.rehearsal
  const begin = useEffectEvent(() => rehearse.mutate({ workflowId, draftId }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: another save is another draft
  useEffect(() => begin(), [draftId, revision])
  const seen = seenOf(rehearsal, rehearse.isPending)
  const tell = useEffectEvent(() => onChange(seen))
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is passed on is made of these
  useEffect(() => tell(), [seen.id, seen.isUnderWay, seen.needsYes])
  const report = rehearsal?.report
  return (
    <section aria-label={strings.lastMonth}>
      <h3>{strings.lastMonth}</h3>
      <ErrorNote error={rehearse.error ?? error} title={strings.failed} onRetry={begin} />
      {seen.isUnderWay && <RehearsalProgress rehearsal={rehearsal} />}
      {rehearsal?.state === 'failed' && <p>{strings.endedText(rehearsal.reason ?? '')}</p>}
      {report && (
        <>
          <WouldStop stopped={report.numbers.stopped} />
          <p>{strings.wouldRun(report.numbers.runs, report.numbers.people)}</p>
          {report.published && (
            <p>{strings.compared(report.difference.more, report.difference.less, report.difference.other)}</p>
          )}
          {report.numbers.failed > 0 && <p>{strings.runsFailed(report.numbers.failed)}</p>}
          <p>
            <Anchor
              component={Link}
              {...({ to: '/workflows/$workflowId', params: { workflowId }, search: { tab: 'rehearsal' } } as object)}
            >
              {strings.seeAll}
            </Anchor>
          </p>
          {seen.needsYes && (
            <Checkbox
              label={strings.confirm(report.difference.people_more)}
              checked={isConfirmed}
              onChange={({ currentTarget }) => onConfirm(currentTarget.checked)}
            />
          )}
        </>
      )}
    </section>
  )
}

const seenOf = (rehearsal: Rehearsal | undefined, isPending: boolean): Seen => ({
  id: rehearsal?.state === 'done' ? rehearsal.id : null,
  isUnderWay: isPending || isUnderWay(rehearsal),
  needsYes: (rehearsal?.report?.difference.people_more ?? 0) > mostUnasked,
})
