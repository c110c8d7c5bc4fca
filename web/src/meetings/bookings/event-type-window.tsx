import { Checkbox, NumberInput, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { CallError, read } from '#web/gateway.ts'
import { useSession } from '#web/session.ts'
import { ErrorNote, fieldError, fieldErrorIn } from '#web/ui/error-note.tsx'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { FieldPair } from '#web/ui/form-page.tsx'
import { say } from '#web/ui/say.tsx'
import { Select } from '#web/ui/select.tsx'
import { Window, WindowFoot } from '#web/ui/window.tsx'
import type { BookingEventType } from '#web/wire.ts'
import { useBookingChange } from './api.ts'
import { type Fields, inputOf, type TypeForm, typeFormOf } from './event-type-form.ts'
import { MoreFields } from './more-fields.tsx'
import { NextStarts } from './next-starts.tsx'
import { QuestionEditor } from './question-editor.tsx'
import { strings } from './strings.ts'

/** Creates or edits an event type, with the next free starts as a preview. */
export const EventTypeWindow = ({ editing, onClose }: { editing: BookingEventType | 'new' | null; onClose: () => void }) => (
  <Window opened={editing !== null} onClose={onClose} title={editing === 'new' ? strings.newType : strings.editType} sheet>
    {editing !== null && <EditForm type={editing === 'new' ? null : editing} onClose={onClose} />}
  </Window>
)

const EditForm = ({ type, onClose }: { type: BookingEventType | null; onClose: () => void }) => {
  const { person } = useSession()
  const [form, setForm] = useState<TypeForm>(() => typeFormOf(type, person.id))
  const [isChecked, setChecked] = useState(false)
  const save = useBookingChange('save-event-type')
  const set = (changes: Partial<TypeForm>): void => setForm((before) => ({ ...before, ...changes }))
  const isNameless = form.name.trim() === ''
  const element = useRef<HTMLFormElement>(null)
  // The form is long: what is wrong comes into view, once it is drawn.
  useEffect(() => {
    if (save.error) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [save.error])
  const submit = (): void => {
    setChecked(true)
    if (isNameless) return
    save.mutate(inputOf(form, type), {
      onSuccess: () => {
        say(strings.typeSaved)
        onClose()
      },
    })
  }
  return (
    <form
      ref={element}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Stack>
        <ErrorNote error={isToldAtField(save.error) ? null : save.error} title={strings.typeNotSaved} />
        <TextInput
          label={strings.name}
          value={form.name}
          error={isChecked && isNameless ? strings.nameMissing : fieldError(save.error, 'name')}
          maxLength={120}
          required
          data-autofocus
          onChange={({ currentTarget }) => set({ name: currentTarget.value })}
        />
        <TextInput
          label={strings.slug}
          description={strings.slugHint}
          value={form.slug}
          error={fieldError(save.error, 'slug')}
          maxLength={64}
          onChange={({ currentTarget }) => set({ slug: currentTarget.value })}
        />
        <Textarea
          label={strings.about}
          value={form.about}
          error={fieldError(save.error, 'about')}
          autosize
          minRows={2}
          maxLength={2_000}
          onChange={({ currentTarget }) => set({ about: currentTarget.value })}
        />
        <Minutes form={form} set={set} error={save.error} />
        <Hosts form={form} set={set} error={save.error} />
        <Place form={form} set={set} error={save.error} />
        <TextInput
          label={strings.reminderTimes}
          description={strings.reminderHint}
          value={form.reminders}
          error={fieldErrorIn(save.error, 'reminderMinutes')}
          onChange={({ currentTarget }) => set({ reminders: currentTarget.value })}
        />
        <Switch
          label={strings.approval}
          description={strings.approvalHint}
          checked={form.approval}
          onChange={({ currentTarget }) => set({ approval: currentTarget.checked })}
        />
        {!type?.is_default && (
          <Switch
            label={strings.makeDefault}
            checked={form.isDefault}
            onChange={({ currentTarget }) => set({ isDefault: currentTarget.checked })}
          />
        )}
        <QuestionEditor questions={form.questions} error={save.error} onChange={(questions) => set({ questions })} />
        <MoreFields form={form} set={set} error={save.error} />
        <NextStarts typed={inputOf(form, type)} place={strings.places[form.place]} />
        <WindowFoot>
          <FormButtons submit={strings.save} isPending={save.isPending} onCancel={onClose} />
        </WindowFoot>
      </Stack>
    </form>
  )
}

/** Of these there is no field that would say it. */
const fieldless = new Set(['eventTypeId', 'isDefault', 'approval', 'mode', 'makesDeal'])

const isToldAtField = (error: unknown): boolean =>
  error instanceof CallError && !!error.field && !fieldless.has(error.field.split('.')[0] ?? '')

const numbers = [
  ['minutes', 'minutes', 5, 1_440],
  ['grid', 'grid', 5, 1_440],
  ['bufferBefore', 'bufferBefore', 0, 480],
  ['bufferAfter', 'bufferAfter', 0, 480],
  ['notice', 'noticeMinutes', 0, 129_600],
  ['horizon', 'horizonDays', 1, 730],
  ['perDay', 'limitPerDay', 1, 200],
  ['perWeek', 'limitPerWeek', 1, 1_000],
] as const

/** Two beside each other: lengths, buffers, bounds, limits. */
const Minutes = ({ form, set, error }: Fields) => (
  <>
    {[0, 2, 4, 6].map((at) => (
      <FieldPair key={at}>
        {numbers.slice(at, at + 2).map(([name, field, min, max]) => (
          <NumberInput
            key={name}
            label={strings[name]}
            value={form[name]}
            error={fieldError(error, field)}
            min={min}
            max={max}
            allowDecimal={false}
            {...(at === 6 && { placeholder: strings.noLimit })}
            onChange={(value) => set({ [name]: value })}
          />
        ))}
      </FieldPair>
    ))}
  </>
)

const Hosts = ({ form, set, error }: Fields) => {
  const { data } = useQuery(read('list-members', {}))
  const toggle = (id: string, isOn: boolean): void =>
    set({ hosts: isOn ? [...form.hosts, id] : form.hosts.filter((each) => each !== id) })
  return (
    <>
      <Select
        label={strings.mode}
        value={form.mode}
        allowDeselect={false}
        data={(['one', 'round_robin', 'collective'] as const).map((value) => ({ value, label: strings.modes[value] }))}
        onChange={(value) => set({ mode: value as TypeForm['mode'] })}
      />
      {form.mode !== 'one' && (
        <Checkbox
          label={strings.allAdmins}
          checked={form.allAdmins}
          onChange={({ currentTarget }) => set({ allAdmins: currentTarget.checked })}
        />
      )}
      {!(form.allAdmins && form.mode !== 'one') && (
        <Checkbox.Group label={strings.hosts} value={[...form.hosts]} error={fieldErrorIn(error, 'hosts')}>
          <Stack gap="xs" mt="xs">
            {data?.members.map(({ id, name }) => (
              <Checkbox
                key={id}
                value={id}
                label={<bdi>{name}</bdi>}
                onChange={({ currentTarget }) => toggle(id, currentTarget.checked)}
              />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </>
  )
}

const Place = ({ form, set, error }: Fields) => (
  <>
    <Select
      label={strings.place}
      value={form.place}
      allowDeselect={false}
      data={(['meet', 'link', 'phone', 'address'] as const).map((value) => ({ value, label: strings.places[value] }))}
      onChange={(value) => set({ place: value as TypeForm['place'] })}
    />
    {(form.place === 'link' || form.place === 'address') && (
      <TextInput
        label={form.place === 'link' ? strings.placeLink : strings.placeAddress}
        value={form.placeText}
        error={fieldErrorIn(error, 'place')}
        maxLength={500}
        required
        onChange={({ currentTarget }) => set({ placeText: currentTarget.value })}
      />
    )}
  </>
)
