import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { currencyOf } from '#web/business/invoices/choices.ts'
import { readHabits } from '#web/business/invoices/habits.ts'
import { read } from '#web/gateway.ts'
import { useSession } from '#web/session.ts'
import { ErrorNote, fieldErrorIn } from '#web/ui/error-note.tsx'
import type { HumanStep } from '#web/wire.ts'
import { isLate, useAnswer } from './api.ts'
import classes from './human-steps.module.css'
import { StepField } from './step-field.tsx'
import { strings } from './strings.ts'
import { dataOf, emptyOf, type Typed } from './typed.ts'

/** What a step asks, with a button for each choice. Of several, no key in a field presses one of them. */
export const StepForm = ({ step, onAnswered }: { step: HumanStep; onAnswered?: () => void }) => {
  const answer = useAnswer(step)
  const currency = useUsualCurrency(step.form.some(({ type }) => type === 'money'))
  const [typed, setTyped] = useState<Typed>({})
  const typedOf = (field: HumanStep['form'][number]) => typed[field.name] ?? emptyOf(field, currency)
  const isOne = step.choices.length === 1
  const send = (choice: string): void => {
    const data = Object.fromEntries(step.form.map((field) => [field.name, dataOf(field, typedOf(field))]))
    answer.mutate({ choice, data }, { onSuccess: () => onAnswered?.() })
  }
  const isOther = step.form.every(({ name }) => fieldErrorIn(answer.error, `data.${name}`) === undefined)
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const only = step.choices[0]
        if (isOne && only) send(only.id)
      }}
    >
      {answer.error && isOther && !isLate(answer.error) && <ErrorNote error={answer.error} title={strings.notAnswered} />}
      {step.form.map((field) => (
        <StepField
          key={field.name}
          field={field}
          typed={typedOf(field)}
          error={fieldErrorIn(answer.error, `data.${field.name}`)}
          onChange={(value) => setTyped((before) => ({ ...before, [field.name]: value }))}
        />
      ))}
      <div className={classes.buttons}>
        {step.choices.map(({ id, label }, at) => (
          <Button
            key={id}
            type={isOne ? 'submit' : 'button'}
            variant={at === 0 ? 'filled' : 'default'}
            loading={answer.isPending && answer.variables?.choice === id}
            disabled={answer.isPending && answer.variables?.choice !== id}
            {...(!isOne && { onClick: () => send(id) })}
          >
            <bdi>{label}</bdi>
          </Button>
        ))}
      </div>
    </form>
  )
}

/** In which the workspace wrote its last invoice, or that of its country. */
const useUsualCurrency = (isNeeded: boolean): string => {
  const { organization } = useSession()
  const workspace = useQuery({ ...read('show-workspace', {}), enabled: isNeeded })
  return readHabits(organization.id).currency ?? currencyOf(workspace.data?.workspace.default_country ?? null)
}
