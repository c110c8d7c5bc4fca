import { useParams } from '@tanstack/react-router'
import { money, onDate } from '#web/i18n/format.ts'
import { Card } from '#web/ui/card.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { AbsoluteTime } from '#web/ui/relative-time.tsx'
import { WarningNote } from '#web/ui/warning-note.tsx'
import type { HumanStep, HumanStepField } from '#web/wire.ts'
import { useStep } from './api.ts'
import classes from './human-steps.module.css'
import { StepCard } from './step-card.tsx'
import { StepFacts } from './step-facts.tsx'
import { strings } from './strings.ts'

const back = { label: strings.title, to: '/to-do' } as const

/** Where the link of an email leads: one step, and once it has ended, its answer. Opening it changes nothing. */
export const StepPage = () => {
  const { stepId } = useParams({ from: '/staff/to-do/$stepId' })
  const { data, error, refetch } = useStep(stepId)
  return (
    <>
      <PageHeader title={strings.step} back={back} width="form" />
      {data ? (
        <div className={classes.steps}>
          {data.step.state === 'open' ? <StepCard key={stepId} step={data.step} withAsked /> : <Ended step={data.step} />}
        </div>
      ) : error ? (
        <ErrorNote title={strings.oneFailed} error={error} onRetry={() => void refetch()} />
      ) : (
        <RowsPending rows={4} />
      )}
    </>
  )
}

const Ended = ({ step }: { step: HumanStep }) => (
  <Card title={step.heading}>
    {step.state === 'answered' ? (
      <p role="status">
        <strong>{step.answered_by ? strings.answeredBy(step.answered_by) : strings.answeredOnly}</strong>{' '}
        {step.settled_at && <AbsoluteTime at={step.settled_at} />}
      </p>
    ) : (
      <WarningNote role="status" title={step.state === 'timed_out' ? strings.timedOutTitle : strings.cancelledTitle}>
        {step.state === 'timed_out' ? strings.timedOutText : strings.cancelledText}
      </WarningNote>
    )}
    {step.answer && <Answer step={step} answer={step.answer} />}
    {step.text.trim() !== '' && (
      <p className={classes.words} dir="auto">
        {step.text}
      </p>
    )}
    <StepFacts step={step} withAsked />
  </Card>
)

const Answer = ({ step, answer }: { step: HumanStep; answer: Record<string, unknown> }) => (
  <Facts>
    <Fact name={strings.choice}>
      <bdi>{step.choices.find(({ id }) => id === answer.choice)?.label ?? strings.none}</bdi>
    </Fact>
    {step.form.map((field) => (
      <Fact key={field.name} name={field.label}>
        <bdi className={classes.value}>{sayValue(field, answer[field.name])}</bdi>
      </Fact>
    ))}
  </Facts>
)

const sayValue = ({ type, choices }: HumanStepField, value: unknown): string => {
  const labelOf = (chosen: unknown): string => choices.find((choice) => choice.value === chosen)?.label ?? String(chosen)
  if (value === null || value === undefined) return strings.none
  if (typeof value === 'boolean') return value ? strings.yes : strings.no
  if (Array.isArray(value)) return value.length === 0 ? strings.none : value.map(labelOf).join(', ')
  if (type === 'money') {
    const { amount_minor, currency } = value as { amount_minor: number; currency: string }
    return money(amount_minor, currency)
  }
  if (type === 'date') return onDate(String(value))
  return type === 'choice' ? labelOf(value) : String(value)
}
