import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, read } from '#web/gateway.ts'
import { ConfirmWindow } from '#web/ui/confirm-window.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { List, ListRow } from '#web/ui/list.tsx'
import { say } from '#web/ui/say.tsx'
import { useLast } from '#web/ui/use-last.ts'
import { Window } from '#web/ui/window.tsx'
import type { HttpCredential } from '#web/wire.ts'
import { strings } from './credential-strings.ts'

/** All credentials of the workspace, without their secrets, to be removed. */
export const CredentialsWindow = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const [leaving, setLeaving] = useState<HttpCredential | null>(null)
  return (
    <>
      <Window opened={opened && leaving === null} onClose={onClose} title={strings.title}>
        <Credentials onRemove={setLeaving} />
      </Window>
      <RemoveWindow credential={leaving} onClose={() => setLeaving(null)} />
    </>
  )
}

const Credentials = ({ onRemove }: { onRemove: (credential: HttpCredential) => void }) => {
  const { data, error, refetch } = useQuery(read('list-http-credentials', {}))
  return (
    <>
      <ErrorNote error={error} title={strings.failed} onRetry={() => void refetch()} />
      {data?.credentials.length === 0 && <p className="dim">{strings.empty}</p>}
      {data && data.credentials.length > 0 && (
        <List label={strings.title}>
          {data.credentials.map((credential) => (
            <ListRow
              key={credential.id}
              title={<bdi>{credential.name}</bdi>}
              actions={
                <Button variant="default" size="xs" onClick={() => onRemove(credential)}>
                  {strings.remove}
                  <span className="hidden-visually"> {credential.name}</span>
                </Button>
              }
            >
              <bdi>{strings.headerOf(credential.header, credential.origin)}</bdi>
            </ListRow>
          ))}
        </List>
      )}
    </>
  )
}

const RemoveWindow = ({ credential, onClose }: { credential: HttpCredential | null; onClose: () => void }) => {
  const queries = useQueryClient()
  const shown = useLast(credential)
  const remove = useMutation({
    mutationFn: (credentialId: string) => call('remove-http-credential', { credentialId }),
    onSuccess: () => {
      say(strings.removed)
      onClose()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['list-http-credentials'] }),
  })
  return (
    <ConfirmWindow
      opened={credential !== null}
      title={strings.removeTitle}
      about={shown?.name}
      text={strings.removeText}
      confirm={strings.remove}
      isFinal
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => credential && remove.mutate(credential.id)}
      onClose={onClose}
    />
  )
}
