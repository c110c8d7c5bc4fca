import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconMessageCircle, IconPlus } from '#icons'
import { type Column, DataTable, TablePending } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pill } from '#web/ui/pill.tsx'
import type { ChatWidget } from '#web/wire.ts'
import { useChatWidgets } from './api.ts'
import { NewWidget } from './new-widget.tsx'
import { strings } from './strings.ts'

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
      {isPending && !error && <TablePending rows={2} />}
      {data?.widgets.length === 0 && (
        <Empty icon={<IconMessageCircle size={24} stroke={1.6} />} title={strings.emptyTitle} text={strings.emptyText}>
          <Button onClick={making_.open}>{strings.addFirst}</Button>
        </Empty>
      )}
      {data && data.widgets.length > 0 && (
        <DataTable
          label={strings.list}
          rows={data.widgets}
          idOf={({ id }) => id}
          name={strings.name}
          nameOf={({ name }) => <bdi>{name}</bdi>}
          linkOf={({ id }) => ({ to: '/settings/website-chat/$widgetId', params: { widgetId: id } })}
          columns={columns}
        />
      )}
      <NewWidget opened={making} onClose={making_.close} />
    </>
  )
}

const columns: readonly Column<ChatWidget>[] = [
  {
    key: 'state',
    name: strings.status,
    cell: ({ is_enabled }) => <Pill tone={is_enabled ? 'good' : 'warn'}>{is_enabled ? strings.on : strings.off}</Pill>,
    width: '7rem',
    phone: 'end',
  },
  {
    key: 'origins',
    name: strings.origins,
    cell: ({ allowed_origins }) => (allowed_origins.length === 0 ? strings.nowhere : <bdi>{allowed_origins.join(', ')}</bdi>),
    width: 'minmax(0, 3fr)',
    phone: 'below',
  },
]
