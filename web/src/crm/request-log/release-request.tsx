import { Button, Stack, Text } from '@mantine/core'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { Part } from '#web/ui/form-page.tsx'
import type { DeliveryDetail } from '#web/wire.ts'
import { useReplay } from './api.ts'
import { strings } from './strings.ts'

/** The way to accept what a robot may have sent. */
export const ReleaseRequest = ({ of: delivery }: { of: DeliveryDetail }) => {
  const replay = useReplay()
  return (
    <Part title={strings.release}>
      <Stack gap="sm">
        <ErrorNote error={replay.error} />
        <Text size="sm">{strings.heldText}</Text>
        <Button
          loading={replay.isPending}
          onClick={() => replay.mutate({ deliveryId: delivery.id })}
          style={{ alignSelf: 'flex-start' }}
        >
          {strings.release}
        </Button>
      </Stack>
    </Part>
  )
}

/** The way to accept a request whose id was that of another person's lead. */
export const OwnLead = ({ of: delivery }: { of: DeliveryDetail }) => {
  const replay = useReplay()
  return (
    <Part title={strings.ownLead}>
      <Stack gap="sm">
        <ErrorNote error={replay.error} />
        <Text size="sm">{strings.ownLeadText}</Text>
        <Button
          loading={replay.isPending}
          onClick={() => replay.mutate({ deliveryId: delivery.id, asOwnLead: true })}
          style={{ alignSelf: 'flex-start' }}
        >
          {strings.ownLead}
        </Button>
      </Stack>
    </Part>
  )
}
