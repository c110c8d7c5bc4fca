import { Checkbox, Group, NativeSelect, NumberInput, TextInput } from '@mantine/core'
import { Select } from '#web/ui/select.tsx'
import { browserZone, zoneChoices } from '#web/ui/zones.ts'
import { strings } from '../strings.ts'
import { useTrouble } from './field-context.ts'

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

/** When it starts, as people say it, or as a cron line. The server says what is wrong with it. */
export interface Schedule {
  readonly every?: string
  readonly at?: string
  readonly on?: readonly string[] | number | string
  readonly minute?: number
  readonly minutes?: number
  readonly cron?: string
  readonly zone: string
}

const kinds = ['day', 'weekday', 'week', 'month', 'hour', 'minutes', 'cron'] as const

export const usualSchedule = (): Schedule => ({ every: 'weekday', at: '09:00', zone: browserZone() })

export const readSchedule = (given: unknown): Schedule =>
  given !== null && typeof given === 'object' && 'zone' in given ? (given as Schedule) : usualSchedule()

const changed = (every: string, { zone, at = '09:00' }: Schedule): Schedule => {
  switch (every) {
    case 'week':
      return { every, on: ['mon'], at, zone }
    case 'month':
      return { every, on: 1, at, zone }
    case 'hour':
      return { every, minute: 0, zone }
    case 'minutes':
      return { every, minutes: 15, zone }
    case 'cron':
      return { every, cron: '0 9 * * 1-5', zone }
    default:
      return { every, at, zone }
  }
}

export const ScheduleFields = ({ schedule, onChange }: { schedule: Schedule; onChange: (next: Schedule) => void }) => {
  const every = schedule.every ?? 'cron'
  const trouble = useTrouble('trigger.schedule')
  return (
    <>
      <NativeSelect
        label={strings.every}
        error={trouble}
        value={every}
        data={kinds.map((value) => ({ value, label: strings.everyAs[value] }))}
        onChange={({ currentTarget }) => onChange(changed(currentTarget.value, schedule))}
      />
      {every === 'week' && (
        <Checkbox.Group
          label={strings.weekdays}
          value={Array.isArray(schedule.on) ? [...schedule.on] : []}
          onChange={(on) => onChange({ ...schedule, on: weekdays.filter((day) => on.includes(day)) })}
        >
          <Group gap="xs" mt={4}>
            {weekdays.map((day) => (
              <Checkbox key={day} value={day} label={strings.weekdayNames[day]} />
            ))}
          </Group>
        </Checkbox.Group>
      )}
      {every === 'month' && (
        <NativeSelect
          label={strings.dayOfMonth}
          value={String(schedule.on ?? 1)}
          data={[
            ...Array.from({ length: 31 }, (_, n) => ({ value: String(n + 1), label: String(n + 1) })),
            { value: 'last', label: strings.lastDay },
          ]}
          onChange={({ currentTarget: { value } }) => onChange({ ...schedule, on: value === 'last' ? value : Number(value) })}
        />
      )}
      {schedule.at !== undefined && (
        <TextInput
          type="time"
          label={strings.clockAt}
          value={schedule.at}
          onChange={({ currentTarget }) => onChange({ ...schedule, at: currentTarget.value })}
        />
      )}
      {every === 'hour' && (
        <NumberInput
          label={strings.minuteOfHour}
          value={schedule.minute ?? 0}
          min={0}
          max={59}
          allowDecimal={false}
          onChange={(minute) => typeof minute === 'number' && onChange({ ...schedule, minute })}
        />
      )}
      {every === 'minutes' && (
        <NumberInput
          label={strings.units.minutes}
          value={schedule.minutes ?? 15}
          min={1}
          max={720}
          allowDecimal={false}
          onChange={(minutes) => typeof minutes === 'number' && onChange({ ...schedule, minutes })}
        />
      )}
      {every === 'cron' && (
        <TextInput
          label={strings.cron}
          description={strings.cronHint}
          value={schedule.cron ?? ''}
          maxLength={100}
          spellCheck={false}
          onChange={({ currentTarget }) => onChange({ ...schedule, cron: currentTarget.value })}
        />
      )}
      <Select
        label={strings.zone}
        searchable
        allowDeselect={false}
        value={schedule.zone}
        data={zoneChoices(schedule.zone)}
        onChange={(zone) => zone && onChange({ ...schedule, zone })}
      />
    </>
  )
}
