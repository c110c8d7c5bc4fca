import { Button, Group, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { IconPlugConnected } from '#icons'
import { CallError, call } from '#web/gateway.ts'
import { useSession } from '#web/session.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { strings } from './google-strings.ts'

/** Whether another consent is what helps. */
export const needsGoogle = (error: unknown): boolean =>
  error instanceof CallError &&
  ['google_not_connected', 'google_access_revoked', 'connection_needs_consent'].includes(error.code)

/** Sends the browser to Google’s consent page, and back to this one. */
export const ConnectGoogle = ({ returnTo }: { returnTo: string }) => {
  const { organization, person } = useSession()
  const begin = useMutation({
    mutationFn: () =>
      call('integration-init-oauth', {
        ...{ provider: 'google', orgId: organization.id, userId: person.id },
        ...{ wants: ['documents'], returnTo },
      }),
    onSuccess: ({ authorizeUrl }) => window.location.assign(authorizeUrl),
  })
  return (
    <>
      <Text size="sm">{strings.connectText}</Text>
      <ErrorNote error={begin.error} />
      <Group>
        <Button
          variant="default"
          leftSection={<IconPlugConnected size={16} aria-hidden />}
          loading={begin.isPending || begin.isSuccess}
          onClick={() => begin.mutate()}
        >
          {strings.connect}
        </Button>
      </Group>
    </>
  )
}
