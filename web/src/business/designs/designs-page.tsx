import { Button, Group } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { IconPalette, IconPlus, IconTemplate } from '#icons'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { laterWindow } from '#web/ui/later-window.tsx'
import { NoMatch } from '#web/ui/no-match.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { Toolbar } from '#web/ui/toolbar.tsx'
import type { Design, DesignAccount, Output } from '#web/wire.ts'
import { useCanvaDesigns, useUsedDesigns } from './api.ts'
import { AccountNote, ConnectCanva } from './connect-canva.tsx'
import { DesignGrid } from './design-grid.tsx'
import { strings } from './strings.ts'

const CreateWindow = laterWindow(() => import('./create-window.tsx').then(({ CreateWindow }) => CreateWindow))
const FillWindow = laterWindow(() => import('./fill-window.tsx').then(({ FillWindow }) => FillWindow))

const route = getRouteApi('/staff/designs')

/** Designs: those in Canva, and those that are used here, with their files. */
export const DesignsPage = () => {
  const { show } = route.useSearch()
  const used = useUsedDesigns()
  const { data } = used
  const account = data?.account ?? null
  const hasNothing = data !== undefined && account === null && data.designs.length === 0
  return (
    <>
      <PageHeader
        title={strings.title}
        tabs={data && !hasNothing && <Views />}
        actions={account?.status === 'connected' && <Actions account={account} />}
      />
      {used.error && !data && <ErrorNote title={strings.loadFailed} error={used.error} onRetry={() => void used.refetch()} />}
      {used.isPending && !used.error && <RowsPending rows={4} />}
      {data && <Shown data={data} isUsed={show === 'used'} />}
    </>
  )
}

const Shown = ({ data, isUsed }: { data: Output<'list-designs'>; isUsed: boolean }) => {
  const { account, designs, can_connect } = data
  return (
    <>
      {account && <AccountNote account={account} />}
      {isUsed ? (
        <Used designs={designs} canAsk={account?.status === 'connected'} />
      ) : account ? (
        account.status === 'connected' && <InCanva />
      ) : (
        <ConnectCanva canConnect={can_connect} />
      )}
    </>
  )
}

const Views = () => (
  <nav aria-label={strings.views}>
    {/* biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so */}
    <ul role="list">
      {([undefined, 'used'] as const).map((show) => (
        <li key={show ?? ''}>
          <Link
            to="/designs"
            search={show ? { show } : {}}
            activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
            activeProps={{ 'aria-current': 'true' }}
            resetScroll={false}
          >
            {show ? strings.usedHere : strings.inCanva}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)

const Actions = ({ account }: { account: DesignAccount }) => {
  const [window, setWindow] = useState<'create' | 'fill' | null>(null)
  const close = (): void => setWindow(null)
  return (
    <Group gap="xs">
      {account.can_autofill && (
        <Button variant="default" leftSection={<IconTemplate size={16} aria-hidden />} onClick={() => setWindow('fill')}>
          {strings.fill}
        </Button>
      )}
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setWindow('create')}>
        {strings.create}
      </Button>
      <CreateWindow opened={window === 'create'} onClose={close} />
      <FillWindow opened={window === 'fill'} onClose={close} />
    </Group>
  )
}

const Used = ({ designs, canAsk }: { designs: readonly Design[]; canAsk: boolean }) =>
  designs.length === 0 ? (
    <Empty icon={<IconPalette size={24} stroke={1.6} />} title={strings.noneUsed} text={strings.noneUsedText} />
  ) : (
    <DesignGrid designs={designs} canAsk={canAsk} />
  )

const InCanva = () => {
  const { q = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const list = useCanvaDesigns(q, true)
  const designs = list.data?.pages.flatMap((page) => page.designs ?? []) ?? []
  const look = (words: string): void =>
    void navigate({ search: words === '' ? {} : { q: words }, replace: true, resetScroll: false })
  return (
    <>
      <Toolbar>
        <SearchBox value={q} onChange={look} label={strings.search} placeholder={strings.searchPlaceholder} />
      </Toolbar>
      {list.error && !list.data ? (
        <ErrorNote title={strings.loadFailed} error={list.error} onRetry={() => void list.refetch()} />
      ) : list.isPending ? (
        <RowsPending rows={4} />
      ) : designs.length > 0 ? (
        <DesignGrid designs={designs} canAsk />
      ) : q !== '' ? (
        <NoMatch
          title={strings.noMatchTitle}
          text={strings.noMatchText(q)}
          clear={strings.clearSearch}
          onClear={() => look('')}
        />
      ) : (
        <Empty icon={<IconPalette size={24} stroke={1.6} />} title={strings.emptyTitle} text={strings.emptyText} />
      )}
      {list.hasNextPage && (
        <Group justify="center" mt="md">
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {strings.more}
          </Button>
        </Group>
      )}
    </>
  )
}
