import { Button, Group, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '#web/gateway.ts'
import { isAtLeast, useSession } from '#web/session.ts'
import { laterWindow } from '#web/ui/later-window.tsx'
import { strings } from './credential-strings.ts'
import { useTrouble } from './field-context.ts'

const NewWindow = laterWindow(() => import('./credential-window.tsx').then(({ CredentialWindow }) => CredentialWindow))
const ListWindow = laterWindow(() => import('./credentials-window.tsx').then(({ CredentialsWindow }) => CredentialsWindow))

interface Props {
  readonly value: string
  /** Where the request goes: new credentials are for there. */
  readonly url: string
  onChange(value: string): void
}

/** What a request is sent with: credentials of the workspace, or an account that it has connected. */
export const CredentialField = ({ value, url, onChange }: Props) => {
  const isAdmin = isAtLeast(useSession().role, 'admin')
  const [open, setOpen] = useState<'new' | 'list' | null>(null)
  const { data } = useQuery({ ...read('list-http-credentials', {}), enabled: isAdmin })
  const connections = useQuery(read('list-connections', {}))
  const choices = [
    ...(data?.credentials.map(({ id, name, origin }) => ({ value: id, label: strings.onlyAt(name, origin) })) ?? []),
    ...(connections.data?.connections
      .filter(({ kind }) => kind === 'oauth')
      .map(({ id, title }) => ({ value: id, label: strings.ofService(title) })) ?? []),
  ]
  const isKnown = value === '' || choices.some((choice) => choice.value === value)
  return (
    <>
      <NativeSelect
        label={strings.credentials}
        description={!isAdmin && strings.onlyAdmins}
        error={useTrouble('connection')}
        disabled={!isAdmin}
        value={value}
        data={[
          { value: '', label: strings.none },
          ...choices,
          // From an import, or removed since.
          ...(isKnown ? [] : [{ value, label: strings.unknown }]),
        ]}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {isAdmin && (
        <Group gap="xs">
          <Button variant="default" size="xs" onClick={() => setOpen('new')}>
            {strings.add}
            <span className="hidden-visually"> {strings.credentials}</span>
          </Button>
          <Button variant="default" size="xs" onClick={() => setOpen('list')}>
            {strings.manage}
            <span className="hidden-visually"> {strings.credentials}</span>
          </Button>
        </Group>
      )}
      <NewWindow opened={open === 'new'} url={url} onSaved={onChange} onClose={() => setOpen(null)} />
      <ListWindow opened={open === 'list'} onClose={() => setOpen(null)} />
    </>
  )
}
