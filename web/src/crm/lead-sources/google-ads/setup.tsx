import { Stack, Text } from '@mantine/core'
import { CodeBlock } from '#web/ui/code-block.tsx'
import type { LeadSource } from '#web/wire.ts'
import { strings } from './strings.ts'

/** What to copy into a lead form of Google Ads. */
export const GoogleAdsSetup = ({ source }: { source: LeadSource }) => (
  <Stack gap="sm">
    <Text size="sm">{strings.steps}</Text>
    <Text size="sm" fw={500}>
      {strings.url}
    </Text>
    <CodeBlock text={source.url ?? ''} label={strings.url} />
    <Text size="sm" fw={500}>
      {strings.key}
    </Text>
    <CodeBlock text={source.secret ?? ''} label={strings.key} />
    <Text size="sm" c="dimmed">
      {strings.test}
    </Text>
  </Stack>
)
