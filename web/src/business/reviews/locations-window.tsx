import { Button, Switch, Text } from '@mantine/core'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Window, WindowFoot } from '#web/ui/window.tsx'
import type { ReviewLocation } from '#web/wire.ts'
import { useReviewChange } from './api.ts'
import classes from './reviews.module.css'
import { strings } from './strings.ts'

/** Which locations are read, and why one is not. */
export const LocationsWindow = ({
  opened,
  onClose,
  locations,
}: {
  opened: boolean
  onClose(): void
  locations: readonly ReviewLocation[]
}) => {
  const change = useReviewChange('set-review-location')
  return (
    <Window opened={opened} onClose={onClose} title={strings.locations}>
      <Text size="sm">{strings.locationsText}</Text>
      <ErrorNote error={change.error} />
      {/* biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so */}
      <ul className={classes.locations} role="list">
        {locations.map((location) => (
          <li key={location.id}>
            <Switch
              label={location.title}
              description={location.address}
              checked={location.read}
              disabled={change.isPending}
              onChange={({ currentTarget }) => change.mutate({ locationId: location.id, read: currentTarget.checked })}
            />
            <div className={classes.locationFacts}>
              {location.trouble && <Pill tone="warn">{strings.troubles[location.trouble]}</Pill>}{' '}
              {location.unread > 0 && <Pill tone="warn">{strings.unread(location.unread)}</Pill>}{' '}
              {location.read_at !== null && (
                <>
                  {strings.lastSync} <RelativeTime at={location.read_at} />{' '}
                </>
              )}
              {location.map_url !== null && (
                <a href={location.map_url} className="text-link" target="_blank" rel="noreferrer noopener">
                  {strings.onMap}
                </a>
              )}
            </div>
          </li>
        ))}
      </ul>
      <WindowFoot>
        <Button onClick={onClose}>{strings.done}</Button>
      </WindowFoot>
    </Window>
  )
}
