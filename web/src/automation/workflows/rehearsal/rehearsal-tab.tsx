import { useState } from 'react'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { WarningNote } from '#web/ui/warning-note.tsx'
import type { WorkflowTabProps } from '../workflow-tabs.ts'
import { isUnderWay, type Rehearsal, type Report, useLastRehearsal, useRehearsal } from './api.ts'
import classes from './rehearsal.module.css'
import { captionOf, RehearsalForm } from './rehearsal-form.tsx'
import { RehearsalNumbers } from './rehearsal-numbers.tsx'
import { RehearsalPeople } from './rehearsal-people.tsx'
import { RehearsalProgress } from './rehearsal-progress.tsx'
import { strings } from './strings.ts'

/** What the workflow would have done: asked for here, shown when it is there; the last one stands until then. */
export const RehearsalTab = (props: WorkflowTabProps) => {
  const last = useLastRehearsal(props.shown.workflow.id)
  const [startedId, setStartedId] = useState<string | null>(null)
  const { data, error, refetch } = useRehearsal(startedId ?? last.data?.rehearsals[0]?.id)
  const rehearsal = data?.rehearsal
  const { draft } = props.shown
  const isOutdated = rehearsal !== undefined && rehearsal.draft_id === draft?.id && rehearsal.revision !== draft?.revision
  return (
    <div className={classes.tab}>
      <p className="dim">{strings.about}</p>
      <RehearsalForm
        {...props}
        isAgain={rehearsal !== undefined}
        isUnderWay={isUnderWay(rehearsal)}
        onStarted={({ id }) => setStartedId(id)}
      />
      <ErrorNote error={error ?? last.error} title={strings.loadFailed} onRetry={() => void refetch()} />
      {isUnderWay(rehearsal) && <RehearsalProgress rehearsal={rehearsal} />}
      {rehearsal?.state === 'failed' && (
        <WarningNote title={strings.ended} tone="bad" role="status">
          {strings.endedText(rehearsal.reason ?? '')}
        </WarningNote>
      )}
      {rehearsal?.report && (
        <>
          <p className="dim">
            {captionOf(rehearsal)} {isOutdated && strings.outdated}
          </p>
          <Outcome rehearsal={rehearsal} report={rehearsal.report} />
        </>
      )}
    </div>
  )
}

const Outcome = ({ rehearsal, report }: { rehearsal: Rehearsal; report: Report }) => {
  const isEmpty = report.numbers.runs === 0 && report.difference.less === 0
  if (isEmpty) return <Empty title={strings.nothingTitle} text={whyNothing(report)} />
  return (
    <>
      <RehearsalNumbers report={report} asked={rehearsal.from} />
      <RehearsalPeople key={rehearsal.id} rehearsalId={rehearsal.id} report={report} />
    </>
  )
}

const whyNothing = ({ numbers: { judged, declined_by_filter: filter, left_out_imports: imports } }: Report): string => {
  if (judged === 0) return strings.nothing.noEvent
  if (filter > 0 && imports > 0) return strings.nothing.both(filter, imports)
  return imports > 0 ? strings.nothing.imports(imports) : strings.nothing.filter(filter)
}
