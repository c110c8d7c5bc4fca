import { NumberInput, Stack, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '#web/gateway.ts'
import { fieldError, fieldErrorIn } from '#web/ui/error-note.tsx'
import { Select } from '#web/ui/select.tsx'
import type { Fields, TypeForm } from './event-type-form.ts'
import { strings } from './strings.ts'

const nothing = ''
const folded = ['fromOutside', 'changeLimitMinutes', 'calendarMaxAgeMinutes', 'whatsappTemplate', 'makesDeal'] as const

/** What few need to change: folded, so that the form begins with what each meeting has. */
export const MoreFields = ({ form, set, error }: Fields) => {
  const [isOpen, setOpen] = useState(false)
  const wrong = folded.map((field) => fieldErrorIn(error, field)).some(Boolean)
  const { data } = useQuery(read('list-whatsapp-templates', {}))
  // A template with other values than a name and a time would be refused with each message.
  const templates = (data?.templates ?? []).filter(({ status, variables }) => status === 'APPROVED' && variables === 2)
  const known = templates.map(({ name, language }) => ({ value: `${name} ${language}`, label: `${name} (${language})` }))
  const chosen = form.whatsapp === '' || known.some(({ value }) => value === form.whatsapp)
  return (
    <details open={isOpen || wrong} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{strings.more}</summary>
      <Stack mt="sm">
        <Select
          label={strings.fromOutside}
          value={form.fromOutside}
          error={fieldError(error, 'fromOutside')}
          allowDeselect={false}
          data={(['ask', 'follow'] as const).map((value) => ({ value, label: strings.fromOutsides[value] }))}
          onChange={(value) => set({ fromOutside: value as TypeForm['fromOutside'] })}
        />
        <NumberInput
          label={strings.changeLimit}
          description={strings.changeLimitHint}
          value={form.changeLimit}
          error={fieldError(error, 'changeLimitMinutes')}
          min={0}
          max={43_200}
          allowDecimal={false}
          onChange={(value) => set({ changeLimit: value })}
        />
        <NumberInput
          label={strings.calendarAge}
          description={strings.calendarAgeHint}
          value={form.calendarAge}
          error={fieldError(error, 'calendarMaxAgeMinutes')}
          min={5}
          max={10_080}
          placeholder={strings.noLimit}
          allowDecimal={false}
          onChange={(value) => set({ calendarAge: value })}
        />
        <Select
          label={strings.whatsapp}
          description={known.length === 0 ? strings.whatsappNone : strings.whatsappHint}
          value={form.whatsapp}
          error={fieldErrorIn(error, 'whatsappTemplate')}
          allowDeselect={false}
          data={[
            { value: nothing, label: strings.whatsappOff },
            ...known,
            ...(chosen ? [] : [{ value: form.whatsapp, label: form.whatsapp }]),
          ]}
          onChange={(value) => set({ whatsapp: value ?? nothing })}
        />
        <Switch
          label={strings.makesDeal}
          description={strings.makesDealHint}
          checked={form.makesDeal}
          onChange={({ currentTarget }) => set({ makesDeal: currentTarget.checked })}
        />
      </Stack>
    </details>
  )
}
