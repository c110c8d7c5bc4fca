import { Stack, List as Steps, Text } from '@mantine/core'
import { CodeBlock } from '#web/ui/code-block.tsx'
import type { LeadSource } from '#web/wire.ts'
import { strings } from './strings.ts'

/** What to copy into a lead form of Google Ads, in steps. */
export const GoogleAdsSetup = ({ source }: { source: LeadSource }) => (
  <Stack gap="sm">
    <Steps type="ordered" size="sm" spacing="xs">
      <Steps.Item>{strings.openForm}</Steps.Item>
      <Steps.Item>{strings.chooseWebhook}</Steps.Item>
      <Steps.Item>{strings.paste}</Steps.Item>
      <Steps.Item>{strings.test}</Steps.Item>
    </Steps>
    <Text size="sm" fw={500}>
      {strings.url}
    </Text>
    <CodeBlock text={source.url ?? ''} label={strings.url} />
    <Text size="sm" fw={500}>
      {strings.key}
    </Text>
    <CodeBlock text={source.secret ?? ''} label={strings.key} />
    <Text size="sm" c="dimmed">
      {strings.once}
    </Text>
  </Stack>
)
