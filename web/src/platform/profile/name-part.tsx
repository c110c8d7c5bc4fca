import { NativeSelect, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMemo } from 'react'
import { freshToken } from '#web/gateway.ts'
import { chooseLocale, localeName, locales } from '#web/i18n/locale.ts'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { Part, SaveBar } from '#web/ui/form-page.tsx'
import { takeSaved } from '#web/ui/saved-values.ts'
import { say } from '#web/ui/say.tsx'
import { zoneChoices } from '#web/ui/zones.ts'
import { type Profile, useOwnChange } from './api.ts'
import { strings } from './strings.ts'

/** What others see of the reader, and where the reader is. */
export const NamePart = ({ of: person }: { of: Profile['person'] }) => {
  const update = useOwnChange('update-profile')
  const form = useForm({
    initialValues: valuesOf(person),
    validate: { name: (name) => (name.trim() === '' ? strings.nameMissing : null) },
  })
  const zones = useMemo(
    () => [{ value: '', label: strings.zoneOfWorkspace }, ...zoneChoices(person.timezone)],
    [person.timezone],
  )
  const submit = form.onSubmit(({ name, timezone, language }) =>
    update.mutate(
      { name: name.trim(), timezone: timezone === '' ? null : timezone, language },
      {
        onSuccess: async (answer) => {
          takeSaved(form, { name, timezone, language }, { name: answer.person.name, timezone, language })
          say(strings.saved)
          // The name in the account menu comes with the token.
          await freshToken(await freshToken())
          if (language !== languageOf(person)) chooseLocale(language)
        },
      },
    ),
  )
  const { error, ...name } = form.getInputProps('name')
  const { error: zoneError, ...zone } = form.getInputProps('timezone')
  return (
    <Part title={strings.you}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <ErrorNote error={update.error} />
          <TextInput
            label={strings.name}
            autoComplete="name"
            maxLength={255}
            {...name}
            error={error ?? fieldError(update.error, 'name')}
          />
          <TextInput label={strings.email} description={strings.emailHint} value={person.email} readOnly />
          <NativeSelect
            label={strings.zone}
            description={strings.zoneHint}
            data={zones}
            {...zone}
            error={zoneError ?? fieldError(update.error, 'timezone')}
          />
          <NativeSelect
            label={strings.language}
            description={strings.languageHint}
            data={languages}
            {...form.getInputProps('language')}
          />
        </Stack>
        <SaveBar isDirty={form.isDirty()} isPending={update.isPending} onDiscard={form.reset} />
      </form>
    </Part>
  )
}

const languages = Object.entries(locales).flatMap(([value, { label }]) => (value === 'pseudo' ? [] : [{ value, label }]))

const valuesOf = ({ name, timezone, language }: Profile['person']) => ({
  name,
  timezone: timezone ?? '',
  language: languageOf({ language }),
})

/** Of an account that has none yet, the one that this page speaks. */
const languageOf = ({ language }: Pick<Profile['person'], 'language'>) =>
  language ?? (localeName === 'pseudo' ? 'en' : localeName)
