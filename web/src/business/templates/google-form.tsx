import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useKeptDraft } from '#web/crm/by-hand/use-kept-draft.ts'
import { isAtLeast, useSession } from '#web/session.ts'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { FormPage, Part } from '#web/ui/form-page.tsx'
import { say } from '#web/ui/say.tsx'
import { useTemplateChange } from './api.ts'
import { ConnectGoogle, needsGoogle } from './connect-google.tsx'
import { strings as googleStrings } from './google-strings.ts'
import { strings } from './strings.ts'

/** Name and address of a template that is a Google Doc; what is read of it is shown once it is there. */
export const GoogleForm = ({ isConnected }: { isConnected: boolean }) => {
  const mayChange = isAtLeast(useSession().role, 'admin')
  const navigate = useNavigate()
  const create = useTemplateChange('create-template')
  // The consent of Google is given on a page of its own, and comes back to this one.
  const { draft, change, forget } = useKeptDraft('google-template', { name: '', address: '' })
  const { name, address } = draft
  const [isChecked, setChecked] = useState(false)
  const at = (field: string) => fieldError(create.error, field)
  const isUnconnected = needsGoogle(create.error)
  const submit = (): void => {
    setChecked(true)
    if (name.trim() === '' || address.trim() === '') return
    create.mutate(
      { name: name.trim(), kind: 'google', googleFileId: address.trim() },
      {
        onSuccess: ({ template }) => {
          forget()
          say(strings.saved(template.name))
          void navigate({ to: '/settings/templates/$templateId', params: { templateId: template.id }, replace: true })
        },
      },
    )
  }
  return (
    <FormPage>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!create.isPending) submit()
        }}
      >
        <Part title={strings.template}>
          <Stack>
            {isConnected && !create.error && <Text size="sm">{googleStrings.connected}</Text>}
            {(isUnconnected || (!at('googleFileId') && !at('name'))) && (
              <ErrorNote error={create.error} title={googleStrings.notRead} />
            )}
            {isUnconnected && <ConnectGoogle returnTo="/settings/templates/new?from=google" />}
            <TextInput
              label={googleStrings.address}
              description={googleStrings.addressHint}
              value={address}
              error={
                (isChecked && address.trim() === '' && googleStrings.addressMissing) || (!isUnconnected && at('googleFileId'))
              }
              maxLength={2_048}
              required
              disabled={!mayChange}
              inputMode="url"
              onChange={({ currentTarget }) => change({ address: currentTarget.value })}
            />
            <TextInput
              label={strings.name}
              value={name}
              error={(isChecked && name.trim() === '' && strings.nameMissing) || at('name')}
              maxLength={120}
              required
              disabled={!mayChange}
              onChange={({ currentTarget }) => change({ name: currentTarget.value })}
            />
            {mayChange ? (
              <Group justify="flex-end">
                <Button type="submit" loading={create.isPending}>
                  {strings.create}
                </Button>
              </Group>
            ) : (
              <p>{strings.onlyAdmins}</p>
            )}
          </Stack>
        </Part>
      </form>
    </FormPage>
  )
}
