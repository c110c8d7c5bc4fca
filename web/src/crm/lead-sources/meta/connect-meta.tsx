import { Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { IconPlugConnected } from '#icons'
import { call } from '#web/gateway.ts'
import { useSession } from '#web/session.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { strings } from './strings.ts'

/** Sends the browser to Meta’s consent page, and back to a page of ours. */
export const ConnectMeta = ({ returnTo, isAgain = false }: { returnTo: string; isAgain?: boolean }) => {
  const { organization, person } = useSession()
  const begin = useMutation({
    mutationFn: () => call('integration-init-oauth', { provider: 'meta', orgId: organization.id, userId: person.id, returnTo }),
    onSuccess: ({ authorizeUrl }) => window.location.assign(authorizeUrl),
  })
  return (
    <>
      <ErrorNote error={begin.error} />
      <Group>
        <Button
          variant="default"
          leftSection={<IconPlugConnected size={16} aria-hidden />}
          loading={begin.isPending || begin.isSuccess}
          onClick={() => begin.mutate()}
        >
          {isAgain ? strings.connectAgain : strings.connect}
        </Button>
      </Group>
    </>
  )
}
