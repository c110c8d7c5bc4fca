import { Anchor, Button, Stack, Text } from '@mantine/core'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { WindowFoot } from '#web/ui/window.tsx'
import type { Webhook } from '#web/wire.ts'
import { verifySnippet } from './snippet.ts'
import { strings } from './strings.ts'
import { TestEvent } from './test-event.tsx'

/** A signing secret for the one time it can be seen, and what to do with it. */
export const Secret = ({
  webhook,
  secret,
  onDone,
  withTest = false,
}: {
  webhook: Webhook
  secret: string
  onDone: () => void
  withTest?: boolean
}) => (
  <Stack>
    <Text size="sm">{strings.secretText}</Text>
    <CodeBlock text={secret} label={strings.secretLabel} />
    <Text size="sm">{strings.verifyText}</Text>
    <CodeBlock text={verifySnippet} label={strings.verifyLabel} maxHeight="14rem" />
    <Text size="sm" c="dimmed">
      <Anchor href="https://www.standardwebhooks.com" target="_blank" rel="noreferrer noopener" inherit>
        {strings.verifyMore}
      </Anchor>
    </Text>
    {withTest && <TestEvent webhook={webhook} />}
    <WindowFoot>
      <Button onClick={onDone}>{strings.stored}</Button>
    </WindowFoot>
  </Stack>
)
