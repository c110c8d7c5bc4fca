import { Button, Stack } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconHeartbeat } from '#icons'
import { useSession } from '#web/session.ts'
import { ErrorNote, sentenceOf } from '#web/ui/error-note.tsx'
import { Note } from '#web/ui/note.tsx'
import type { Connection } from '#web/wire.ts'
import { useConnectionChange } from './api.ts'
import { strings } from './strings.ts'

/** Calls the provider, and says how long it took and whose account it is. */
export const TestCall = ({ connection }: { connection: Connection }) => {
  const { organization } = useSession()
  const test = useConnectionChange('integration-test')
  const tested = test.data
  return (
    <Stack gap="sm">
      <Button
        variant="default"
        style={{ alignSelf: 'flex-start' }}
        leftSection={<IconHeartbeat size={16} aria-hidden />}
        loading={test.isPending}
        onClick={() => test.mutate({ connectionId: connection.id, orgId: organization.id })}
      >
        {strings.test}
      </Button>
      <ErrorNote error={test.error} />
      {tested?.success === true && (
        <Note tone="good" icon={<IconCircleCheck size={18} />} title={strings.testSucceeded(tested.latency_ms ?? 0)}>
          {tested.account && <bdi>{strings.testAccount(tested.account)}</bdi>}
        </Note>
      )}
      {tested?.success === false && (
        <Note tone="bad" icon={<IconAlertTriangle size={18} />} title={strings.testFailed}>
          {tested.error && sentenceOf(tested.error)}
        </Note>
      )}
    </Stack>
  )
}
