import { Checkbox, NumberInput, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { MultiSelect } from '#web/ui/multi-select.tsx'
import { say } from '#web/ui/say.tsx'
import { Select } from '#web/ui/select.tsx'
import { WindowFoot } from '#web/ui/window.tsx'
import type { StartableWorkflow } from '#web/wire.ts'
import { useRunChange, useStartable } from './api.ts'
import type { RecordOf } from './record-window.tsx'
import { strings } from './strings.ts'

type Startable = StartableWorkflow
type Field = Startable['input'][number]

/** Chooses a workflow that is started by hand, and fills in what it asks for. */
export const StartForm = ({ of: record, onStarted }: { of: RecordOf; onStarted: () => void }) => {
  const { data, error, refetch } = useStartable(record.kind, true)
  const [chosen, choose] = useState<string | null>(null)
  if (!data)
    return error ? (
      <ErrorNote error={error} title={strings.loadFailed} onRetry={() => void refetch()} />
    ) : (
      <RowsPending rows={2} />
    )
  const { workflows } = data
  if (workflows.length === 0) return <Text size="sm">{strings.startNone}</Text>
  const workflow = workflows.find(({ id }) => id === chosen) ?? (workflows.length === 1 ? workflows[0] : undefined)
  return (
    <Stack>
      <Select
        label={strings.startChoose}
        value={workflow?.id ?? null}
        data={workflows.map(({ id, name }) => ({ value: id, label: name }))}
        allowDeselect={false}
        searchable
        onChange={choose}
      />
      {workflow && <Fields key={workflow.id} workflow={workflow} record={record} onStarted={onStarted} />}
    </Stack>
  )
}

type Values = Readonly<Record<string, unknown>>

const Fields = ({ workflow, record, onStarted }: { workflow: Startable; record: RecordOf; onStarted: () => void }) => {
  const navigate = useNavigate()
  const [values, setValues] = useState<Values>({})
  const start = useRunChange('execute-workflow')
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (start.isPending) return
        start.mutate(
          { workflowId: workflow.id, input: values, subjectId: record.id },
          {
            onSuccess: ({ runId }) => {
              onStarted()
              say(strings.started)
              void navigate({ to: '/workflows/runs/$runId', params: { runId } as never })
            },
          },
        )
      }}
    >
      <Stack>
        {workflow.description !== '' && <Text size="sm">{workflow.description}</Text>}
        {workflow.stopped && <Text size="sm">{strings.stoppedHint}</Text>}
        <ErrorNote error={start.error} title={strings.notDone} />
        {workflow.input.map((field) => (
          <FieldInput
            key={field.name}
            field={field}
            value={values[field.name]}
            onChange={(value) => setValues((before) => ({ ...before, [field.name]: value }))}
          />
        ))}
        <WindowFoot>
          <FormButtons submit={strings.startNow} isPending={start.isPending} onCancel={onStarted} />
        </WindowFoot>
      </Stack>
    </form>
  )
}

const FieldInput = ({ field, value, onChange }: { field: Field; value: unknown; onChange: (value: unknown) => void }) => {
  const { label, required, help, choices = [] } = field
  const common = { label, required, ...(help !== undefined && { description: help }) }
  const options = choices.map((choice) => ({ value: choice.value, label: choice.label }))
  switch (field.type) {
    case 'long_text':
      return (
        <Textarea
          {...common}
          autosize
          minRows={3}
          value={String(value ?? '')}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )
    case 'number':
      return (
        <NumberInput
          {...common}
          value={typeof value === 'number' ? value : ''}
          onChange={(next) => onChange(typeof next === 'number' ? next : null)}
        />
      )
    case 'tick':
      return (
        <Checkbox
          label={label}
          {...(help !== undefined && { description: help })}
          checked={value === true}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
      )
    case 'choice':
      return (
        <Select
          {...common}
          value={typeof value === 'string' ? value : null}
          data={options}
          clearable={!required}
          onChange={(next) => onChange(next)}
        />
      )
    case 'several':
      return (
        <MultiSelect label={label} data={options} value={Array.isArray(value) ? (value as string[]) : []} onChange={onChange} />
      )
    case 'money':
      return <MoneyInput field={field} value={value} onChange={onChange} />
    default:
      return (
        <TextInput
          {...common}
          type={types[field.type as keyof typeof types] ?? 'text'}
          value={String(value ?? '')}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )
  }
}

const types = { date: 'date', email: 'email', phone: 'tel' } as const

/** An amount with its currency, in whole units and their parts. */
const MoneyInput = ({ field, value, onChange }: { field: Field; value: unknown; onChange: (value: unknown) => void }) => {
  const given = (value ?? {}) as { amount_minor?: number; currency?: string }
  const [currency, setCurrency] = useState(given.currency ?? 'EUR')
  const digits = digitsOf(currency)
  const told = (amount: number | null, of: string): void =>
    onChange(amount === null ? null : { amount_minor: Math.round(amount * 10 ** digitsOf(of)), currency: of })
  const amount = given.amount_minor === undefined ? '' : given.amount_minor / 10 ** digits
  return (
    <>
      <NumberInput
        label={field.label}
        required={field.required}
        decimalScale={digits}
        value={amount}
        onChange={(next) => told(typeof next === 'number' ? next : null, currency)}
      />
      <TextInput
        label={strings.currencyOf(field.label)}
        value={currency}
        maxLength={3}
        onChange={({ currentTarget }) => {
          const next = currentTarget.value.toUpperCase()
          setCurrency(next)
          if (typeof amount === 'number') told(amount, next)
        }}
      />
    </>
  )
}

const digitsOf = (currency: string): number => {
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  } catch {
    return 2
  }
}
