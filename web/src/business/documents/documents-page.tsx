import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { IconFile, IconMoodEmpty, IconSend } from '#icons'
import { read } from '#web/gateway.ts'
import { isAtLeast, useSession } from '#web/session.ts'
import { TablePending } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { OlderRows } from '#web/ui/keyset-list.tsx'
import { laterWindow } from '#web/ui/later-window.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { useDocuments } from './api.ts'
import { DocumentList } from './document-list.tsx'
import { filters } from './documents-search.ts'
import { strings } from './strings.ts'

const SendWindow = laterWindow(() => import('./send-window.tsx').then(({ SendWindow }) => SendWindow))

const route = getRouteApi('/staff/documents')

/** Every document: those that wait for signatures first. */
export const DocumentsPage = () => {
  const { status, new: isNew } = route.useSearch()
  const navigate = route.useNavigate()
  const setSending = (isSending: boolean): void =>
    void navigate({
      search: { ...(status && { status }), ...(isSending && { new: 'yes' }) },
      replace: true,
      resetScroll: false,
    })
  const list = useDocuments(status)
  const documents = list.data?.pages.flatMap((page) => page.documents) ?? []
  const isFirst = !status && list.data !== undefined && !list.isPlaceholderData && documents.length === 0
  const send = (
    <Button leftSection={<IconSend size={16} aria-hidden />} onClick={() => setSending(true)}>
      {strings.send}
    </Button>
  )
  return (
    <>
      <PageHeader title={strings.title} tabs={!isFirst && <Filters />} actions={!isFirst && send} />
      {isFirst ? (
        <FirstDocument onSend={() => setSending(true)} />
      ) : list.error && !list.data ? (
        <ErrorNote title={strings.loadFailed} error={list.error} onRetry={() => void list.refetch()} />
      ) : list.isPending ? (
        <TablePending />
      ) : documents.length === 0 ? (
        <Empty icon={<IconMoodEmpty size={24} stroke={1.6} />} title={strings.noneIn[status ?? 'signed']}>
          <Button component={Link} to="/documents" variant="default">
            {strings.showAll}
          </Button>
        </Empty>
      ) : (
        <>
          <DocumentList documents={documents} />
          <OlderRows
            list={{
              rows: documents,
              hasOlder: list.hasNextPage,
              isLoadingOlder: list.isFetchingNextPage,
              olderError: list.isFetchNextPageError ? list.error : null,
              loadOlder: () => void list.fetchNextPage(),
            }}
          />
        </>
      )}
      <SendWindow opened={isNew === 'yes'} onClose={() => setSending(false)} />
    </>
  )
}

const Filters = () => (
  <nav aria-label={strings.filter}>
    {/* biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so */}
    <ul role="list">
      {[undefined, ...filters].map((status) => (
        <li key={status ?? ''}>
          <Link
            to="/documents"
            search={status ? { status } : {}}
            activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
            activeProps={{ 'aria-current': 'true' }}
            resetScroll={false}
          >
            {status ? strings.filters[status] : strings.all}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)

/** Nothing is there yet: first a template, then a document of it. */
const FirstDocument = ({ onSend }: { onSend: () => void }) => {
  const { role } = useSession()
  const { data } = useQuery(read('list-templates', {}))
  const hasTemplate = data !== undefined && data.templates.length > 0
  const mayCreate = isAtLeast(role, 'admin')
  return (
    <Empty
      icon={<IconFile size={24} stroke={1.6} />}
      title={strings.emptyTitle}
      text={hasTemplate ? strings.emptyText : mayCreate ? strings.emptyNoTemplate : strings.emptyAskAdmin}
    >
      {hasTemplate ? (
        <Button onClick={onSend}>{strings.send}</Button>
      ) : (
        mayCreate && (
          <Button component={Link} to="/settings/templates">
            {strings.createTemplate}
          </Button>
        )
      )}
    </Empty>
  )
}
