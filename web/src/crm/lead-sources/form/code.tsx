import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { IconExternalLink } from '#icons'
import { CodeBlock } from '#web/ui/code-block.tsx'
import type { Output } from '#web/wire.ts'
import classes from './form.module.css'
import { strings } from './strings.ts'

type Code = Output<'show-lead-form'>

/** What to copy into a website: a script tag, or the form as HTML. */
export const FormCode = ({ code, isAllowedNowhere }: { code: Code; isAllowedNowhere: boolean }) => {
  const [kind, setKind] = useState('script')
  const isScript = kind === 'script'
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <SegmentedControl
          aria-label={strings.codeKind}
          value={kind}
          onChange={setKind}
          data={[
            { value: 'script', label: strings.script },
            { value: 'html', label: strings.html },
          ]}
        />
        <Group gap="xs">
          <Outside href={code.page_url} title={strings.openPageHint}>
            {strings.openPage}
          </Outside>
          {code.try_url && (
            <Outside href={code.try_url} title={strings.tryHint}>
              {strings.tryIt}
            </Outside>
          )}
        </Group>
      </Group>
      {isAllowedNowhere && (
        <Text size="sm" fw={600}>
          {strings.nowhere}
        </Text>
      )}
      <Text size="sm">{isScript ? strings.scriptText : strings.htmlText}</Text>
      {isScript ? (
        <CodeBlock text={code.script} label={strings.scriptLabel} />
      ) : (
        <CodeBlock text={code.html} label={strings.htmlLabel} maxHeight="16rem" />
      )}
      <details className={classes.more}>
        <summary>{strings.policy}</summary>
        <Stack gap="sm" mt="xs">
          <Text size="sm">{strings.policyText}</Text>
          <CodeBlock text={policyOf(code, isScript)} label={strings.policyLabel} />
        </Stack>
      </details>
    </Stack>
  )
}

const Outside = ({ href, title, children }: { href: string; title: string; children: string }) => (
  <Button
    component="a"
    href={href}
    target="_blank"
    rel="noopener"
    variant="default"
    title={title}
    rightSection={<IconExternalLink size={16} aria-hidden />}
  >
    {children}
  </Button>
)

const policyOf = ({ page_url }: Code, isScript: boolean): string => {
  const { origin } = new URL(page_url)
  return isScript ? `script-src ${origin}; connect-src ${origin}` : `form-action ${origin}`
}
