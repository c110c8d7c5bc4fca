import { Button, TextInput } from '@mantine/core'
import { inDays, onDate } from '#web/i18n/format.ts'
import { useClock } from '#web/ui/relative-time.tsx'
import classes from './form.module.css'
import { dayAfter, daysFrom } from './states.ts'
import { strings } from './strings.ts'

const quick = [0, 14, 30] as const

/** When the money is expected: a day, or one of the usual ones at a click. */
export const DueField = ({
  value,
  error,
  onChange,
}: {
  value: string
  error: string | undefined
  onChange: (value: string) => void
}) => {
  const today = new Date(useClock())
  return (
    <div>
      <TextInput
        type="date"
        label={strings.dueOn}
        value={value}
        error={error}
        data-field="dueOn"
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <div className={classes.quick}>
        {quick.map((days) => (
          <Button
            key={days}
            size="compact-sm"
            variant={value === dayAfter(today, days) ? 'light' : 'default'}
            aria-pressed={value === dayAfter(today, days)}
            onClick={() => onChange(dayAfter(today, days))}
          >
            {days === 0 ? strings.dueToday : strings.dueIn(days)}
          </Button>
        ))}
        <Button
          size="compact-sm"
          variant={value === '' ? 'light' : 'default'}
          aria-pressed={value === ''}
          onClick={() => onChange('')}
        >
          {strings.dueNone}
        </Button>
      </div>
      {/^\d{4}-/.test(value) && (
        <p className={classes.hint}>
          {onDate(value)} · {inDays(daysFrom(today, value))}
        </p>
      )}
    </div>
  )
}
