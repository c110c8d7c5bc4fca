import { Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useSession } from '#web/session.ts'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { say } from '#web/ui/say.tsx'
import { Window } from '#web/ui/window.tsx'
import type { AvailableCrm } from '#web/wire.ts'
import { useCrmChange } from './api.ts'
import { connectStrings as strings } from './connect-strings.ts'

/** Takes a CRM's key, tries it, and stores it; that of an account which is connected takes the place of what stood there. */
export const KeyWindow = ({ crm, opened, onClose }: { crm: AvailableCrm; opened: boolean; onClose: () => void }) => (
  <Window opened={opened} onClose={onClose} title={strings.keyTitle(crm.title)}>
    {crm.key && <KeyForm crm={crm} ofKey={crm.key} onClose={onClose} />}
  </Window>
)

const KeyForm = ({
  crm,
  ofKey,
  onClose,
}: {
  crm: AvailableCrm
  ofKey: NonNullable<AvailableCrm['key']>
  onClose: () => void
}) => {
  const { organization, person } = useSession()
  const [apiKey, setApiKey] = useState('')
  const [domain, setDomain] = useState('')
  const [isTried, setTried] = useState(false)
  const connect = useCrmChange('crm-save-api-key', () => {
    say(strings.connected(crm.title))
    onClose()
  })
  const labels: Readonly<Record<string, string>> = strings.keyLabels
  const helps: Readonly<Record<string, string>> = strings.keyHelps
  const submit = (): void => {
    setTried(true)
    if (apiKey.trim() === '') return
    const instanceDomain = domain.trim()
    connect.mutate({
      ...{ provider: crm.provider, orgId: organization.id, userId: person.id, apiKey },
      ...(instanceDomain !== '' && { instanceDomain }),
    })
  }
  const keyFault = isTried && apiKey.trim() === '' ? strings.missing : fieldError(connect.error, 'apiKey')
  const domainFault = fieldError(connect.error, 'instanceDomain')
  return (
    <form
      noValidate
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Stack>
        {!keyFault && !domainFault && <ErrorNote error={connect.error} />}
        <Text size="sm">{strings.keyText}</Text>
        <PasswordInput
          label={labels[crm.provider] ?? ofKey.label}
          description={helps[crm.provider] ?? ofKey.help}
          required
          withAsterisk={false}
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
          maxLength={4_000}
          value={apiKey}
          error={keyFault}
          onChange={({ currentTarget }) => setApiKey(currentTarget.value)}
          data-autofocus
        />
        {ofKey.has_domain && (
          <TextInput
            label={strings.domain}
            description={strings.domainHint}
            autoComplete="off"
            spellCheck={false}
            dir="ltr"
            maxLength={253}
            value={domain}
            error={domainFault}
            onChange={({ currentTarget }) => setDomain(currentTarget.value)}
          />
        )}
        <Group justify="flex-end">
          <FormButtons submit={strings.submit} isPending={connect.isPending} onCancel={onClose} />
        </Group>
      </Stack>
    </form>
  )
}
