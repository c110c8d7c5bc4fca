import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '#web/gateway.ts'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { ConfirmWindow } from '#web/ui/confirm-window.tsx'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { say } from '#web/ui/say.tsx'
import { Window, WindowFoot } from '#web/ui/window.tsx'
import type { ServiceClient } from '#web/wire.ts'
import { useConnectionChange } from './api.ts'
import { clientStrings as strings } from './client-strings.ts'

/** A service that is connected by consent. */
export interface ConsentService extends Pick<ServiceClient, 'provider'> {
  readonly title: string
}

interface Props {
  readonly provider: ConsentService
  readonly opened: boolean
  readonly onClose: () => void
}

/** For the owner: how Foyer is registered at a service, and what the service gave out for it. */
export const ClientWindow = ({ provider, opened, onClose }: Props) => (
  <Window opened={opened} onClose={onClose} title={strings.title(provider.title)} sheet>
    {opened && <Client provider={provider} onClose={onClose} />}
  </Window>
)

const Client = ({ provider, onClose }: Omit<Props, 'opened'>) => {
  const { data, error, refetch } = useQuery(read('show-oauth-client', { provider: provider.provider }))
  if (error) return <ErrorNote error={error} title={strings.loadFailed} onRetry={() => void refetch()} />
  if (!data) return <RowsPending rows={3} />
  return (
    <Stack>
      <Text size="sm">
        {strings.text(provider.title)} {data.client.origin === 'sandbox' && strings.simulated}
        {data.client.origin === 'operator' && strings.operator}
      </Text>
      <Steps client={data.client} />
      <ClientForm provider={provider} client={data.client} onClose={onClose} />
    </Stack>
  )
}

const Steps = ({ client }: { client: ServiceClient }) => (
  <ol aria-label={strings.steps} style={{ margin: 0, paddingInlineStart: '1.25rem', display: 'grid', gap: '0.75rem' }}>
    {client.register && (
      <li>
        {strings.open} <strong>{client.register}</strong>
      </li>
    )}
    <li>
      {strings.redirect}
      <CodeBlock text={client.redirect_uri} label={strings.redirectLabel} />
    </li>
    {client.scopes.length > 0 && (
      <li>
        {strings.scopes}: <bdi dir="ltr">{client.scopes.join(', ')}</bdi>
      </li>
    )}
    <li>{strings.copy}</li>
  </ol>
)

const ClientForm = ({
  provider,
  client,
  onClose,
}: {
  provider: ConsentService
  client: ServiceClient
  onClose: () => void
}) => {
  const [id, setId] = useState(client.client_id ?? '')
  const [secret, setSecret] = useState('')
  const [isTried, setIsTried] = useState(false)
  const [removing, removal] = useDisclosure(false)
  const queries = useQueryClient()
  const forget = (): void => {
    for (const name of ['show-oauth-client', 'crm-connections']) void queries.invalidateQueries({ queryKey: [name] })
  }
  const save = useConnectionChange('save-oauth-client', () => {
    say(strings.saved(provider.title))
    forget()
    onClose()
  })
  const remove = useConnectionChange('remove-oauth-client', () => {
    say(strings.removed(provider.title))
    forget()
    onClose()
  })
  const isKept = client.client_id !== null && id.trim() === client.client_id
  const lacksId = id.trim() === ''
  const lacksSecret = secret.trim() === '' && !isKept
  const submit = (): void => {
    setIsTried(true)
    if (lacksId || lacksSecret) return
    const clientSecret = secret.trim()
    save.mutate({ provider: provider.provider, clientId: id.trim(), ...(clientSecret !== '' && { clientSecret }) })
  }
  const faultOf = (name: 'clientId' | 'clientSecret', lacks: boolean): string | undefined =>
    isTried && lacks ? strings.missing : fieldError(save.error, name)
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
        {!faultOf('clientId', lacksId) && !faultOf('clientSecret', lacksSecret) && <ErrorNote error={save.error} />}
        <TextInput
          label={strings.clientId}
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
          maxLength={500}
          value={id}
          error={faultOf('clientId', lacksId)}
          onChange={({ currentTarget }) => setId(currentTarget.value)}
          data-autofocus
        />
        <PasswordInput
          label={strings.clientSecret}
          description={isKept ? strings.keepHint : strings.secretHint}
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
          maxLength={500}
          value={secret}
          error={faultOf('clientSecret', lacksSecret)}
          onChange={({ currentTarget }) => setSecret(currentTarget.value)}
        />
        {client.client_id !== null && (
          <Group justify="space-between">
            <Text size="sm" className="dim">
              {client.connections > 0 && strings.inUse(client.connections)} {strings.others}
            </Text>
            <Button variant="subtle" color="red" size="xs" onClick={removal.open}>
              {strings.remove}
            </Button>
          </Group>
        )}
        <WindowFoot>
          <FormButtons submit={strings.save} isPending={save.isPending} onCancel={onClose} />
        </WindowFoot>
      </Stack>
      <ConfirmWindow
        opened={removing}
        onClose={removal.close}
        title={strings.removeTitle(provider.title)}
        text={strings.removeText(client.connections)}
        confirm={strings.remove}
        cancel={strings.keep}
        isFinal
        isPending={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate({ provider: provider.provider })}
      />
    </form>
  )
}
