import { Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core'
import type { Definition } from '../graph/graph.ts'
import { strings } from '../strings.ts'
import { HookPanel } from '../triggers/hook-panel.tsx'
import { RepeatFields } from '../triggers/repeat-fields.tsx'
import { SchedulePreview } from '../triggers/schedule-preview.tsx'
import { EventField } from './event-field.tsx'
import { ExpressionField } from './expression-field.tsx'
import { useTrouble } from './field-context.ts'
import { FormFields } from './form-fields.tsx'
import { readSchedule, ScheduleFields, usualSchedule } from './schedule-fields.tsx'

type Trigger = Definition['trigger']
type Of<Kind extends Trigger['kind']> = Extract<Trigger, { kind: Kind }>
type Schedule = Of<'schedule'>['schedule']
type Change = (next: Trigger, about: string) => void

const kinds = ['event', 'request', 'schedule', 'webhook'] as const

const usual = (kind: Trigger['kind']): Trigger => {
  switch (kind) {
    case 'event':
      return { kind, event: '', imports: false }
    case 'schedule':
      return { kind, schedule: usualSchedule() as Schedule, missed: 'once' }
    case 'webhook':
      return { kind, check: { by: 'standard_webhooks' } }
    case 'request':
      return { kind, input: [], open_to: 'admin' }
  }
}

/** What starts the workflow. */
export const TriggerFields = ({ trigger, onChange }: { trigger: Trigger; onChange: Change }) => (
  <Stack>
    <NativeSelect
      label={strings.trigger}
      error={useTrouble('trigger.kind')}
      value={trigger.kind}
      data={kinds.map((value) => ({ value, label: strings.triggerKinds[value] }))}
      onChange={({ currentTarget: { value } }) =>
        onChange(usual(kinds.find((kind) => kind === value) ?? 'event'), 'trigger.kind')
      }
    />
    {trigger.kind === 'event' && <EventFields trigger={trigger} onChange={onChange} />}
    {trigger.kind === 'schedule' && (
      <>
        <ScheduleFields
          schedule={readSchedule(trigger.schedule)}
          onChange={(schedule) => onChange({ ...trigger, schedule: schedule as Schedule }, 'trigger.schedule')}
        />
        <SchedulePreview schedule={readSchedule(trigger.schedule)} />
        <NativeSelect
          label={strings.missed}
          value={trigger.missed ?? 'once'}
          data={(['skip', 'once', 'each'] as const).map((value) => ({ value, label: strings.missedAs[value] }))}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...trigger, missed: value === 'skip' ? 'skip' : value === 'each' ? 'each' : 'once' }, 'trigger.missed')
          }
        />
      </>
    )}
    {trigger.kind === 'webhook' && <WebhookFields trigger={trigger} onChange={onChange} />}
    {trigger.kind === 'request' && <RequestFields trigger={trigger} onChange={onChange} />}
  </Stack>
)

/** A filter that is emptied is none. */
const withFilter = (trigger: Of<'event'> | Of<'webhook'>, filter: string): Trigger => {
  const { filter: _, ...rest } = trigger
  return filter === '' ? rest : { ...rest, filter }
}

const EventFields = ({ trigger, onChange }: { trigger: Of<'event'>; onChange: Change }) => (
  <>
    <EventField
      label={strings.event}
      field="trigger.event"
      value={trigger.event ?? ''}
      onChange={(event) => onChange({ ...trigger, event }, 'trigger.event')}
    />
    <ExpressionField
      label={strings.filter}
      field="trigger.filter"
      hint={strings.filterHint}
      value={trigger.filter ?? ''}
      onChange={(filter) => onChange(withFilter(trigger, filter), 'trigger.filter')}
    />
    <Checkbox
      label={strings.imports}
      checked={trigger.imports ?? false}
      onChange={({ currentTarget }) => onChange({ ...trigger, imports: currentTarget.checked }, 'trigger.imports')}
    />
  </>
)

const checks = ['standard_webhooks', 'hmac', 'bearer', 'nothing'] as const

const WebhookFields = ({ trigger, onChange }: { trigger: Of<'webhook'>; onChange: Change }) => {
  const check = trigger.check ?? { by: 'standard_webhooks' }
  return (
    <>
      <NativeSelect
        label={strings.check}
        value={check.by}
        data={checks.map((value) => ({ value, label: strings.checks[value] }))}
        onChange={({ currentTarget: { value } }) => {
          const by = checks.find((each) => each === value) ?? 'standard_webhooks'
          onChange({ ...trigger, check: by === 'hmac' ? { by, header: '', prefix: '' } : { by } }, 'trigger.check')
        }}
      />
      {check.by === 'hmac' && (
        <>
          <TextInput
            label={strings.header}
            value={check.header}
            maxLength={100}
            onChange={({ currentTarget }) =>
              onChange({ ...trigger, check: { ...check, header: currentTarget.value } }, 'trigger.check.header')
            }
          />
          <TextInput
            label={strings.prefix}
            value={check.prefix ?? ''}
            maxLength={40}
            onChange={({ currentTarget }) =>
              onChange({ ...trigger, check: { ...check, prefix: currentTarget.value } }, 'trigger.check.prefix')
            }
          />
        </>
      )}
      <ExpressionField
        label={strings.filter}
        field="trigger.filter"
        value={trigger.filter ?? ''}
        onChange={(filter) => onChange(withFilter(trigger, filter), 'trigger.filter')}
      />
      <RepeatFields trigger={trigger} onChange={onChange} />
      <HookPanel check={check.by} />
    </>
  )
}

const RequestFields = ({ trigger, onChange }: { trigger: Of<'request'>; onChange: Change }) => (
  <>
    <NativeSelect
      label={strings.subject}
      value={trigger.subject ?? ''}
      data={[
        { value: '', label: strings.subjects.none },
        ...(['lead', 'contact', 'deal'] as const).map((value) => ({ value, label: strings.subjects[value] })),
      ]}
      onChange={({ currentTarget: { value } }) => {
        const { subject: _, ...rest } = trigger
        onChange(value === '' ? rest : ({ ...rest, subject: value } as Trigger), 'trigger.subject')
      }}
    />
    <NativeSelect
      label={strings.openTo}
      value={trigger.open_to ?? 'admin'}
      data={(['admin', 'member'] as const).map((value) => ({ value, label: strings.openToAs[value] }))}
      onChange={({ currentTarget: { value } }) =>
        onChange({ ...trigger, open_to: value === 'member' ? 'member' : 'admin' }, 'trigger.open_to')
      }
    />
    <FormFields
      legend={strings.inputFields}
      field="trigger.input"
      rows={trigger.input ?? []}
      onChange={(input, about) => onChange({ ...trigger, input }, about)}
    />
  </>
)
