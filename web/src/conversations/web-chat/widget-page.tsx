import { Button, Stack, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { IconExternalLink } from '#icons'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { ErrorNote, notThere } from '#web/ui/error-note.tsx'
import { Part } from '#web/ui/form-page.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pill } from '#web/ui/pill.tsx'
import type { ChatWidget } from '#web/wire.ts'
import { useChatWidgets } from './api.ts'
import { strings } from './strings.ts'
import classes from './webchat.module.css'
import { WidgetForm } from './widget-form.tsx'
import { WidgetMenu } from './widget-menu.tsx'

const back = { label: strings.title, to: '/settings/website-chat' } as const

/** Settings → Website chat → one: the line to paste, a website to try it on, where it may stand and how it looks. */
export const WidgetPage = () => {
  const { widgetId } = useParams({ from: '/staff/settings/website-chat/$widgetId' })
  const { data, error, isPending, refetch } = useChatWidgets()
  const widget = data?.widgets.find(({ id }) => id === widgetId)
  return (
    <>
      <PageHeader
        title={widget?.name ?? strings.title}
        back={back}
        {...(widget && {
          lead: <Pill tone={widget.is_enabled ? 'good' : 'warn'}>{widget.is_enabled ? strings.on : strings.off}</Pill>,
          actions: <WidgetMenu widget={widget} />,
        })}
      />
      <ErrorNote error={error} title={strings.loadFailed} onRetry={() => void refetch()} />
      {isPending && !error && <RowsPending rows={3} />}
      {data && !widget && <ErrorNote error={notThere(strings.gone)} />}
      {widget && (
        <>
          <Tag widget={widget} />
          <Part title={strings.settings}>
            <WidgetForm key={widget.id} widget={widget} />
          </Part>
        </>
      )}
    </>
  )
}

const Tag = ({ widget }: { widget: ChatWidget }) => (
  <Part
    title={strings.paste}
    {...(widget.try_url && {
      actions: (
        <Button
          component="a"
          href={widget.try_url}
          target="_blank"
          rel="noopener"
          variant="default"
          title={strings.tryHint}
          rightSection={<IconExternalLink size={16} aria-hidden />}
        >
          {strings.tryIt}
        </Button>
      ),
    })}
  >
    <Stack gap="sm">
      <Text size="sm">{strings.pasteText}</Text>
      {widget.allowed_origins.length === 0 && (
        <Text size="sm" fw={600}>
          {strings.nowhereText}
        </Text>
      )}
      <CodeBlock text={widget.script} label={strings.tag} />
      <details className={classes.more}>
        <summary>{strings.policy}</summary>
        <Stack gap="sm" mt="xs">
          <Text size="sm">{strings.policyText}</Text>
          <CodeBlock text={policyOf(widget)} label={strings.policyLabel} />
        </Stack>
      </details>
      <Text size="sm" c="dimmed">
        {strings.locale}
      </Text>
    </Stack>
  </Part>
)

/** The two sources that the script needs, from its own tag. */
const policyOf = ({ script }: ChatWidget): string => {
  const origin = new URL(/src="([^"]+)"/.exec(script)?.[1] ?? location.origin).origin
  return `script-src ${origin}; connect-src ${origin}`
}
