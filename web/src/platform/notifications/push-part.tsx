import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { IconBell } from '#icons'
import { call } from '#web/gateway.ts'
import { agentInWords } from '#web/platform/profile/agent.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { Part } from '#web/ui/form-page.tsx'
import { List, ListRow } from '#web/ui/list.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { say } from '#web/ui/say.tsx'
import { pushState, turnPushOff, turnPushOn } from './push.ts'
import type { Settings } from './settings-api.ts'
import { strings } from './settings-strings.ts'

type Device = Settings['devices'][number]

/** The browsers that are pushed to, and this one. */
export const PushPart = ({ devices }: { devices: readonly Device[] }) => {
  const queries = useQueryClient()
  const state = useQuery({ queryKey: ['push-state'], queryFn: pushState, staleTime: 0 })
  const read = () =>
    Promise.all(['push-state', 'show-notification-settings'].map((root) => queries.invalidateQueries({ queryKey: [root] })))
  const on = useMutation({
    mutationFn: turnPushOn,
    onSuccess: async (is) => {
      await read()
      if (is === 'on') say(strings.turnedOn)
    },
  })
  const off = useMutation({
    mutationFn: async (deviceId: string | null): Promise<void> => {
      if (deviceId === null) await turnPushOff()
      else await call('unsubscribe-push', { deviceId })
    },
    onSuccess: async () => {
      await read()
      say(strings.turnedOff)
    },
  })
  return (
    <Part title={strings.browsers} text={strings.browsersText}>
      <ErrorNote error={on.error} title={strings.turnOnFailed} />
      <ErrorNote error={off.error} title={strings.turnOffFailed} />
      {state.data === 'unsupported' && <p className="dim">{strings.notSupported}</p>}
      {state.data === 'insecure' && <p className="dim">{strings.notSecure}</p>}
      {state.data === 'denied' && <p className="dim">{strings.denied}</p>}
      {state.data === 'off' && (
        <Button leftSection={<IconBell size={16} aria-hidden />} loading={on.isPending} onClick={() => on.mutate()}>
          {strings.turnOn}
        </Button>
      )}
      {state.data === 'on' && (
        <Button variant="default" loading={off.isPending && off.variables === null} onClick={() => off.mutate(null)}>
          {strings.turnOffOf(strings.thisBrowser)}
        </Button>
      )}
      {devices.length > 0 && (
        <List label={strings.browsers}>
          {devices.map((device) => (
            <Row key={device.id} device={device} isPending={off.isPending} onOff={() => off.mutate(device.id)} />
          ))}
        </List>
      )}
    </Part>
  )
}

const Row = ({ device, isPending, onOff }: { device: Device; isPending: boolean; onOff: () => void }) => {
  const name = agentInWords(device.agent)
  return (
    <ListRow
      title={name}
      end={
        <Button variant="subtle" size="compact-sm" disabled={isPending} aria-label={strings.turnOffOf(name)} onClick={onOff}>
          {strings.turnOff}
        </Button>
      }
    >
      {device.last_error ??
        (device.last_sent_at ? (
          <>
            {strings.lastSent} <RelativeTime at={device.last_sent_at} />
          </>
        ) : (
          strings.neverSent
        ))}
    </ListRow>
  )
}
