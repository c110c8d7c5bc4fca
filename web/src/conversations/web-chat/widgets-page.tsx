import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconMessageCircle, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { type ChatWidget, useChatWidgets } from './api.ts'
import { NewWidget } from './new-widget.tsx'
import { strings } from './strings.ts'
import classes from './webchat.module.css'

/** Settings → Website chat. */
export const WidgetsPage = () => {
  const { data, error, isPending, refetch } = useChatWidgets()
  const [making, making_] = useDisclosure(false)
  return (
    <>
      <PageHeader
        title={strings.title}
        about={strings.lead}
        actions={
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={making_.open} disabled={!data}>
            {strings.add}
          </Button>
        }
      />
      <ErrorNote error={error} title={strings.loadFailed} onRetry={() => void refetch()} />
      {isPending && !error && <RowsPending rows={2} />}
      {data?.widgets.length === 0 && (
        <Empty icon={<IconMessageCircle size={24} stroke={1.6} />} title={strings.emptyTitle} text={strings.emptyText}>
          <Button onClick={making_.open}>{strings.addFirst}</Button>
        </Empty>
      )}
      {data && data.widgets.length > 0 && (
        // biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so
        <ul className={classes.list} role="list" aria-label={strings.list}>
          {data.widgets.map((widget) => (
            <Row key={widget.id} widget={widget} />
          ))}
        </ul>
      )}
      <NewWidget opened={making} onClose={making_.close} />
    </>
  )
}

const Row = ({ widget }: { widget: ChatWidget }) => (
  <li>
    <Link to="/settings/website-chat/$widgetId" params={{ widgetId: widget.id }} className={classes.row}>
      <span className={classes.name}>
        <bdi>{widget.name}</bdi>
        <Pill tone={widget.is_enabled ? 'good' : 'warn'}>{widget.is_enabled ? strings.on : strings.off}</Pill>
      </span>
      <span className={classes.origins}>
        {widget.allowed_origins.length === 0 ? strings.nowhere : <bdi>{widget.allowed_origins.join(', ')}</bdi>}
      </span>
    </Link>
  </li>
)
