import { Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconRefresh } from '#icons'
import { laterWindow } from '#web/ui/later-window.tsx'
import { say, sayFailure } from '#web/ui/say.tsx'
import type { ReviewLocation } from '#web/wire.ts'
import { useReviewChange } from './api.ts'
import { strings } from './strings.ts'

const LocationsWindow = laterWindow(async () => (await import('./locations-window.tsx')).LocationsWindow)

/** What an admin does with all reviews: read them now, and choose whose are read. */
export const ReviewActions = ({ locations }: { locations: readonly ReviewLocation[] }) => {
  const [opened, choice] = useDisclosure(false)
  const sync = useReviewChange('sync-google-reviews')
  const begin = (): void =>
    sync.mutate(
      {},
      {
        onSuccess: ({ imported, updated, removed, state }) =>
          say(state === 'completed' ? strings.synced(imported, updated, removed) : strings.goesOn),
        onError: (error) => sayFailure(error),
      },
    )
  return (
    <Group gap="xs">
      {locations.length > 0 && (
        <Button variant="default" onClick={choice.open}>
          {strings.locations}
        </Button>
      )}
      <Button variant="default" leftSection={<IconRefresh size={16} aria-hidden />} loading={sync.isPending} onClick={begin}>
        {strings.syncNow}
      </Button>
      <LocationsWindow opened={opened} onClose={choice.close} locations={locations} />
    </Group>
  )
}
