import { ActionIcon, Button, Checkbox, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { IconPlus, IconX } from '#icons'
import { read } from '#web/gateway.ts'
import { onDate } from '#web/i18n/format.ts'
import { isAtLeast, useSession } from '#web/session.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { FormPage, Part, SaveBar } from '#web/ui/form-page.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { say } from '#web/ui/say.tsx'
import { zoneChoices } from '#web/ui/zones.ts'
import { type Hours, useBookingChange, useHours, wholeBusiness } from './api.ts'
import { days, type Windows } from './hours-days.ts'
import { strings } from './strings.ts'

/** Settings → Working hours: when one can be booked; admins set those of others, too. */
export const HoursPage = () => {
  const { person, role } = useSession()
  const [userId, setUserId] = useState(person.id)
  const members = useQuery({ ...read('list-members', {}), enabled: isAtLeast(role, 'admin') })
  const { data, error, isPending, refetch } = useHours(userId)
  return (
    <>
      <PageHeader title={strings.hours} about={strings.hoursLead} width="form" />
      <ErrorNote error={error} title={strings.hoursFailed} onRetry={() => void refetch()} />
      {isPending && <RowsPending rows={6} />}
      {data && (
        <FormPage>
          {members.data && (
            <NativeSelect
              label={strings.whose}
              value={userId}
              data={[
                ...members.data.members.map(({ id, name }) => ({ value: id, label: name })),
                { value: wholeBusiness, label: strings.wholeBusiness },
              ]}
              onChange={({ currentTarget }) => setUserId(currentTarget.value)}
            />
          )}
          <HoursForm key={`${userId} ${JSON.stringify(data.hours)}`} hours={data.hours} />
        </FormPage>
      )}
    </>
  )
}

const HoursForm = ({ hours }: { hours: Hours }) => {
  const wasShared = hours.user_id !== null && hours.is_usual
  const [zone, setZone] = useState(hours.timezone)
  const [weekly, setWeekly] = useState<Readonly<Record<string, Windows>>>(hours.weekly)
  const [isShared, setShared] = useState(wasShared)
  const [dates, setDates] = useState<Dates>(() => Object.entries(hours.dates))
  const save = useBookingChange('set-hours')
  const isWeekChanged = isShared !== wasShared || (!isShared && weekly !== hours.weekly)
  const isDirty = zone !== hours.timezone || isWeekChanged || !sameDates(dates, hours.dates)
  const zones = useMemo(() => zoneChoices(hours.timezone), [hours.timezone])
  const submit = (): void =>
    save.mutate(
      {
        ...(hours.user_id === null ? { business: true } : { userId: hours.user_id }),
        // What is not sent stays as it is: a zone or a week that was never set follows the member's and the business's.
        ...(zone !== hours.timezone && { timezone: zone }),
        ...(isWeekChanged && {
          weekly: isShared ? null : Object.fromEntries(Object.entries(weekly).filter(([, windows]) => windows.length > 0)),
        }),
        dates: Object.fromEntries(dates.filter(([date]) => date !== '')),
      },
      { onSuccess: () => say(strings.hoursSaved) },
    )
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <ErrorNote error={save.error} title={strings.hoursNotSaved} />
      <NativeSelect
        label={strings.zone}
        value={zone}
        data={zones}
        onChange={({ currentTarget }) => setZone(currentTarget.value)}
      />
      <Part title={strings.weekly}>
        <Stack gap="sm">
          {hours.user_id !== null && (
            <Checkbox
              label={strings.likeBusiness}
              description={strings.likeBusinessHint}
              checked={isShared}
              onChange={({ currentTarget }) => setShared(currentTarget.checked)}
            />
          )}
          {isShared
            ? wasShared && <DayList days={days.map((day) => [strings.days[day], hours.weekly[day] ?? []])} />
            : days.map((day) => (
                <DayRow
                  key={day}
                  name={strings.days[day]}
                  windows={weekly[day] ?? []}
                  onChange={(windows) => setWeekly({ ...weekly, [day]: windows })}
                />
              ))}
        </Stack>
      </Part>
      {hours.user_id === null && <p className="dim">{strings.wholeBusinessText}</p>}
      <SingleDays dates={dates} onChange={setDates} />
      {Object.keys(hours.business_dates).length > 0 && <BusinessDays dates={hours.business_dates} />}
      <SaveBar
        isDirty={isDirty}
        isPending={save.isPending}
        onDiscard={() => {
          setZone(hours.timezone)
          setWeekly(hours.weekly)
          setShared(wasShared)
          setDates(Object.entries(hours.dates))
        }}
      />
    </form>
  )
}

type Dates = readonly (readonly [string, Windows])[]

/** Days whose hours differ from their weekday's. */
const SingleDays = ({ dates, onChange }: { dates: Dates; onChange: (dates: Dates) => void }) => (
  <Part
    title={strings.dates}
    text={strings.datesText}
    actions={
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => onChange([...dates, ['', []]])}
      >
        {strings.addDate}
      </Button>
    }
  >
    <Stack gap="sm">
      {dates.map(([date, windows], at) => (
        <Group
          // biome-ignore lint/suspicious/noArrayIndexKey: a day that is being typed has no other name
          key={at}
          align="flex-end"
          gap="xs"
        >
          <TextInput
            type="date"
            label={strings.date}
            value={date}
            onChange={({ currentTarget }) =>
              onChange(dates.map((each, place) => (place === at ? [currentTarget.value, windows] : each)))
            }
          />
          <DayRow
            name={date}
            windows={windows}
            onChange={(next) => onChange(dates.map((each, place) => (place === at ? [date, next] : each)))}
          />
          <ActionIcon
            variant="default"
            size={30}
            aria-label={`${strings.removeDate} ${date}`}
            onClick={() => onChange(dates.filter((_, place) => place !== at))}
          >
            <IconX size={14} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
    </Stack>
  </Part>
)

/** Single days of the whole business: they hold here, too, where no others are set. */
const BusinessDays = ({ dates }: { dates: Hours['business_dates'] }) => (
  <Part title={strings.businessDates} text={strings.businessDatesText}>
    <DayList
      days={Object.entries(dates)
        .toSorted(([a], [b]) => a.localeCompare(b))
        .map(([date, windows]) => [onDate(date), windows])}
    />
  </Part>
)

/** Hours that are set elsewhere. */
const DayList = ({ days }: { days: readonly (readonly [name: string, windows: Windows])[] }) => (
  <ul>
    {days.map(([name, windows]) => (
      <li key={name}>
        {name}: {windows.length === 0 ? strings.closed : windows.map((window) => window.join('–')).join(', ')}
      </li>
    ))}
  </ul>
)

const sameDates = (dates: Dates, before: Readonly<Record<string, Windows>>): boolean =>
  JSON.stringify(dates) === JSON.stringify(Object.entries(before))

/** The hours of one day: none, or any number of windows. */
const DayRow = ({ name, windows, onChange }: { name: string; windows: Windows; onChange: (windows: Windows) => void }) => (
  <Group gap="xs" role="group" aria-label={name} align="center">
    <span style={{ minWidth: '6.5rem' }}>{name}</span>
    {windows.length === 0 && <span className="dim">{strings.closed}</span>}
    {windows.map((window, at) => (
      <Group
        // biome-ignore lint/suspicious/noArrayIndexKey: windows are told apart by their place alone
        key={at}
        gap={4}
        wrap="nowrap"
      >
        {([0, 1] as const).map((end) => (
          <TextInput
            key={end}
            inputMode="numeric"
            placeholder="09:00"
            maxLength={5}
            w="4.5rem"
            aria-label={`${end === 0 ? strings.from : strings.to}, ${name}`}
            value={window[end] ?? ''}
            onChange={({ currentTarget }) =>
              onChange(
                windows.map((each, place) =>
                  place === at ? each.map((time, which) => (which === end ? currentTarget.value : time)) : each,
                ),
              )
            }
          />
        ))}
        <ActionIcon
          variant="default"
          size={30}
          aria-label={`${strings.removeWindow}, ${name}`}
          onClick={() => onChange(windows.filter((_, place) => place !== at))}
        >
          <IconX size={14} aria-hidden />
        </ActionIcon>
      </Group>
    ))}
    <ActionIcon
      variant="default"
      size={30}
      aria-label={`${strings.addWindow}, ${name}`}
      onClick={() => onChange([...windows, windows.length === 0 ? ['09:00', '17:00'] : ['18:00', '20:00']])}
    >
      <IconPlus size={14} aria-hidden />
    </ActionIcon>
  </Group>
)
