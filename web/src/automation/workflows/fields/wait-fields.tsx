import { NativeSelect, NumberInput, Stack, TextInput } from '@mantine/core'
import type { NodeOf } from '../graph/graph.ts'
import { strings } from '../strings.ts'
import { DurationField } from './duration-field.tsx'
import { EventField } from './event-field.tsx'
import { ExpressionField } from './expression-field.tsx'
import { type KindProps, useTrouble } from './field-context.ts'

type WaitFor = NodeOf<'wait'>['for']
const kinds = ['duration', 'event', 'until', 'clock', 'working_hours'] as const

const usual = (kind: WaitFor['kind']): WaitFor => {
  switch (kind) {
    case 'duration':
      return { kind, duration: { amount: 1, unit: 'days' } }
    case 'until':
      return { kind, at: '' }
    case 'clock':
      return { kind, days: 0, at: '09:00', zone: 'workspace' }
    case 'working_hours':
      return { kind, hours: 1, zone: 'workspace' }
    case 'event':
      return { kind, event: '', at_most: { amount: 7, unit: 'days' } }
  }
}

export const WaitFields = ({ node, onChange }: KindProps<'wait'>) => {
  const change = (next: WaitFor, about: string): void => onChange({ ...node, for: next }, `for.${about}`)
  return (
    <Stack>
      <NativeSelect
        label={strings.waitFor}
        error={useTrouble('for.kind')}
        value={node.for.kind}
        data={kinds.map((value) => ({ value, label: strings.waitKinds[value] }))}
        onChange={({ currentTarget: { value } }) => change(usual(kinds.find((kind) => kind === value) ?? 'duration'), 'kind')}
      />
      <Fields wait={node.for} onChange={change} />
    </Stack>
  )
}

const Fields = ({ wait, onChange }: { wait: WaitFor; onChange: (next: WaitFor, about: string) => void }) => {
  switch (wait.kind) {
    case 'duration':
      return (
        <DurationField
          label={strings.amount}
          field="for.duration"
          value={wait.duration}
          onChange={(duration) => duration && onChange({ ...wait, duration }, 'duration')}
        />
      )
    case 'until':
      return (
        <ExpressionField
          label={strings.until}
          field="for.at"
          hint={strings.untilHint}
          isRequired
          value={wait.at ?? ''}
          onChange={(at) => onChange({ ...wait, at }, 'at')}
        />
      )
    case 'clock':
      return <ClockFields wait={wait} onChange={onChange} />
    case 'working_hours':
      return (
        <>
          <NumberInput
            label={strings.hours}
            value={wait.hours}
            min={0}
            max={2_000}
            onChange={(hours) => typeof hours === 'number' && onChange({ ...wait, hours }, 'hours')}
          />
          <ZoneField value={wait.zone} onChange={(zone) => onChange({ ...wait, zone }, 'zone')} />
        </>
      )
    case 'event':
      return (
        <>
          <EventField
            label={strings.event}
            field="for.event"
            value={wait.event}
            onChange={(event) => onChange({ ...wait, event }, 'event')}
          />
          <ExpressionField
            label={strings.where}
            field="for.where"
            hint={strings.whereHint}
            value={wait.where ?? ''}
            onChange={(where) => {
              const { where: _, ...rest } = wait
              onChange(where === '' ? rest : { ...rest, where }, 'where')
            }}
          />
          <DurationField
            label={strings.atMost}
            field="for.at_most"
            value={wait.at_most}
            onChange={(at_most) => at_most && onChange({ ...wait, at_most }, 'at_most')}
          />
        </>
      )
  }
}

const ClockFields = ({
  wait,
  onChange,
}: {
  wait: Extract<WaitFor, { kind: 'clock' }>
  onChange: (next: WaitFor, about: string) => void
}) => (
  <>
    <NumberInput
      label={strings.clockDays}
      value={wait.days}
      min={0}
      max={400}
      allowDecimal={false}
      onChange={(days) => typeof days === 'number' && onChange({ ...wait, days }, 'days')}
    />
    <TextInput
      type="time"
      label={strings.clockAt}
      error={useTrouble('for.at')}
      value={wait.at}
      onChange={({ currentTarget }) => onChange({ ...wait, at: currentTarget.value }, 'at')}
    />
    <ZoneField value={wait.zone} onChange={(zone) => onChange({ ...wait, zone }, 'zone')} />
  </>
)

/** Of the workspace or the contact; a zone that was imported stays to be chosen. */
const ZoneField = ({ value, onChange }: { value: string; onChange: (zone: string) => void }) => (
  <NativeSelect
    label={strings.zoneOf}
    value={value}
    data={[
      ...(['workspace', 'contact'] as const).map((zone) => ({ value: zone, label: strings.zones[zone] })),
      ...(value === 'workspace' || value === 'contact' ? [] : [{ value, label: value }]),
    ]}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
)
