import { Button, Group } from '@mantine/core'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { Part } from '#web/ui/form-page.tsx'
import { say } from '#web/ui/say.tsx'
import { useTest } from './settings-api.ts'
import { strings } from './settings-strings.ts'

/** To see that it arrives. */
export const TestsPart = ({ hasBrowsers }: { hasBrowsers: boolean }) => {
  const test = useTest()
  const send = (channel: 'mail' | 'push') => test.mutate(channel, { onSuccess: () => say(strings.testSent[channel]) })
  return (
    <Part title={strings.tests} text={strings.testsText}>
      <ErrorNote error={test.error} title={strings.testFailed} />
      <Group gap="sm">
        <Button variant="default" loading={test.isPending && test.variables === 'mail'} onClick={() => send('mail')}>
          {strings.testMail}
        </Button>
        {hasBrowsers && (
          <Button variant="default" loading={test.isPending && test.variables === 'push'} onClick={() => send('push')}>
            {strings.testPush}
          </Button>
        )}
      </Group>
    </Part>
  )
}
