import { Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { languageChoices } from '#web/business/invoices/choices.ts'
import { ClientFields, emptyClient } from '#web/business/invoices/client-fields.tsx'
import { nameOf } from '#web/crm/leads/names.ts'
import { read } from '#web/gateway.ts'
import { ConfirmWindow } from '#web/ui/confirm-window.tsx'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { FieldPair } from '#web/ui/form-page.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { say } from '#web/ui/say.tsx'
import { Window, WindowFoot } from '#web/ui/window.tsx'
import { zoneChoices } from '#web/ui/zones.ts'
import type { BookingEventType, Contact } from '#web/wire.ts'
import { useBookingChange, useEventTypes } from './api.ts'
import { type BookingDraft, bookingInputOf, faultsOf, type WallPlace } from './new-booking.ts'
import { QuestionFields } from './question-fields.tsx'
import { StartPicker } from './start-picker.tsx'
import { strings } from './strings.ts'

interface Props {
  readonly place?: WallPlace | null
  readonly contactId?: string | undefined
  readonly onClose: () => void
  readonly onBooked: (bookingId: string) => void
}

/** A meeting that a member books for a client. */
export const NewBookingWindow = ({ opened, ...props }: Props & { opened: boolean }) => (
  <Window opened={opened} onClose={props.onClose} title={strings.newBooking} sheet>
    <Ready {...props} />
  </Window>
)

/** Once what can be booked, the day in one's own zone, and the contact are known. */
const Ready = (props: Props) => {
  const types = useEventTypes()
  const today = useQuery(read('list-calendar', { days: 1 }))
  const contact = useQuery({
    ...read('show-contact', { contactId: props.contactId ?? '', limit: 1 }),
    enabled: props.contactId !== undefined,
  })
  const error = types.error ?? today.error ?? contact.error
  if (error) return <ErrorNote error={error} title={strings.typesFailed} />
  if (!types.data || !today.data || (props.contactId !== undefined && !contact.data)) return <RowsPending rows={5} />
  return (
    <Form
      {...props}
      types={types.data.event_types.filter(({ archived }) => !archived)}
      zone={today.data.time_zone}
      today={today.data.today}
      contact={contact.data?.contact ?? null}
    />
  )
}

const timeOf = ({ minute }: WallPlace): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

interface FormProps extends Props {
  readonly types: readonly BookingEventType[]
  readonly zone: string
  readonly today: string
  readonly contact: Contact | null
}

const Form = ({ types, zone, today, contact, place, onClose, onBooked }: FormProps) => {
  const create = useBookingChange('create-booking')
  const [draft, setDraft] = useState<BookingDraft>({
    eventType: types[0]?.id ?? '',
    ...{ ...emptyClient, contact, person: contact ? nameOf(contact) : '', hostId: '' },
    ...{ clientZone: '', locale: 'en', answers: {} },
    ...{ day: place?.date ?? today, start: null, isAnyTime: false, time: place ? timeOf(place) : '' },
  })
  const change = (part: Partial<BookingDraft>): void => setDraft((now) => ({ ...now, ...part }))
  const [isChecked, setChecked] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const faults = faultsOf(draft)
  const type = types.find(({ id }) => id === draft.eventType)
  const book = (): void =>
    create.mutate(bookingInputOf(draft, zone, type?.questions ?? []), {
      onSuccess: ({ bookingId, status }) => {
        say(status === 'pending' ? strings.bookedPending : strings.booked)
        onBooked(bookingId)
      },
      onSettled: () => setAsking(false),
    })
  const submit = (): void => {
    setChecked(true)
    if (Object.values(faults).some(Boolean)) return
    if (draft.isAnyTime) setAsking(true)
    else book()
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Stack>
        <ErrorNote error={create.error} title={strings.notBooked} />
        <NativeSelect
          label={strings.event}
          value={draft.eventType}
          data={types.map(({ id, name, minutes }) => ({ value: id, label: `${name} · ${strings.lengthOf(minutes)}` }))}
          onChange={({ currentTarget }) => change({ eventType: currentTarget.value, hostId: '', start: null })}
        />
        <ClientFields client={draft} faults={isChecked ? faults : {}} error={create.error} onChange={change} />
        <ReadingFields draft={draft} error={create.error} onChange={change} />
        {type && type.mode !== 'collective' && type.hosts.length > 1 && (
          <NativeSelect
            label={strings.host}
            value={draft.hostId}
            data={[{ value: '', label: strings.byRule }, ...type.hosts.map(({ id, name }) => ({ value: id, label: name }))]}
            onChange={({ currentTarget }) => change({ hostId: currentTarget.value, start: null })}
          />
        )}
        <TextInput
          type="date"
          label={strings.pickDay}
          description={strings.inZone(zone)}
          value={draft.day}
          onChange={({ currentTarget }) => change({ day: currentTarget.value, start: null })}
        />
        {!draft.isAnyTime && (
          <StartPicker
            draft={draft}
            zone={zone}
            wanted={place}
            fault={isChecked ? faults.start : undefined}
            onPick={(start) => change({ start })}
          />
        )}
        <AnyTimeFields draft={draft} fault={isChecked ? faults.time : undefined} onChange={change} />
        <QuestionFields
          questions={type?.questions ?? []}
          answers={draft.answers}
          error={create.error}
          onAnswer={(key, answer) => change({ answers: { ...draft.answers, [key]: answer } })}
        />
        <WindowFoot>
          <FormButtons submit={strings.book} isPending={create.isPending} onCancel={onClose} />
        </WindowFoot>
      </Stack>
      <ConfirmWindow
        opened={isAsking}
        title={strings.anyTimeTitle}
        text={strings.anyTimeText}
        confirm={strings.bookAnyway}
        error={null}
        isPending={create.isPending}
        onConfirm={book}
        onClose={() => setAsking(false)}
      />
    </form>
  )
}

/** In which zone and language the client reads of the meeting. */
const ReadingFields = ({
  draft,
  error,
  onChange,
}: {
  draft: BookingDraft
  error: unknown
  onChange: (part: Partial<BookingDraft>) => void
}) => (
  <FieldPair>
    <NativeSelect
      label={strings.clientZone}
      description={strings.clientZoneHint}
      value={draft.clientZone}
      data={[{ value: '', label: strings.hostZone }, ...zoneChoices(null)]}
      error={fieldError(error, 'clientTimezone')}
      onChange={({ currentTarget }) => onChange({ clientZone: currentTarget.value })}
    />
    <NativeSelect
      label={strings.clientLanguage}
      description={strings.clientLanguageHint}
      value={draft.locale}
      data={languageChoices(draft.locale)}
      error={fieldError(error, 'locale')}
      onChange={({ currentTarget }) => onChange({ locale: currentTarget.value })}
    />
  </FieldPair>
)

/** A time that is not offered, in place of a start that is. */
const AnyTimeFields = ({
  draft,
  fault,
  onChange,
}: {
  draft: BookingDraft
  fault: string | undefined
  onChange: (part: Partial<BookingDraft>) => void
}) => (
  <>
    <Checkbox
      label={strings.anyTime}
      description={strings.anyTimeHint}
      checked={draft.isAnyTime}
      onChange={({ currentTarget }) => onChange({ isAnyTime: currentTarget.checked })}
    />
    {draft.isAnyTime && (
      <TextInput
        type="time"
        label={strings.time}
        value={draft.time}
        error={fault}
        onChange={({ currentTarget }) => onChange({ time: currentTarget.value })}
      />
    )}
  </>
)
