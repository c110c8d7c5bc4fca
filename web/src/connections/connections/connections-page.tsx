import { useState } from 'react'
import { providerAbout } from '#web/i18n/server-messages.ts'
import { isAtLeast, useSession } from '#web/session.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { Part } from '#web/ui/form-page.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { List } from '#web/ui/list.tsx'
import { NoMatch } from '#web/ui/no-match.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import type { AvailableProvider, Connection } from '#web/wire.ts'
import { CrmSection } from '../crm-sync/crm-section.tsx'
import { useConnections } from './api.ts'
import { Connected, NotConnected } from './provider-rows.tsx'
import { strings } from './strings.ts'

const groups = ['money', 'messages', 'work', 'marketing', 'ai'] as const satisfies readonly AvailableProvider['group'][]
/** As the section of CRMs has them, which is found by these names. */
const crmWords = ['crm', 'hubspot', 'salesforce', 'zoho', 'pipedrive']

/** Settings → Connections. */
export const ConnectionsPage = () => {
  const { data, error, isPending, refetch } = useConnections()
  const isAdmin = isAtLeast(useSession().role, 'admin')
  const [search, setSearch] = useState('')
  const found = data?.available.filter((provider) => isFound(provider, search)) ?? []
  const hasCrms = search === '' || crmWords.some((word) => word.startsWith(search.toLowerCase()))
  return (
    <>
      <PageHeader title={strings.title} about={strings.about} />
      <SearchBox value={search} onChange={setSearch} label={strings.search} placeholder={strings.search} />
      <ErrorNote error={error} title={strings.loadFailed} onRetry={() => void refetch()} />
      {isPending && !error && <RowsPending rows={3} />}
      {data && found.length === 0 && !hasCrms && (
        <NoMatch title={strings.noneFound} text={strings.noneFoundText} clear={strings.showAll} onClear={() => setSearch('')} />
      )}
      {groups.map((group) => (
        <Group
          key={group}
          title={strings.groups[group]}
          providers={found.filter((provider) => provider.group === group)}
          connections={data?.connections ?? []}
          isAdmin={isAdmin}
        />
      ))}
      {hasCrms && <CrmSection />}
    </>
  )
}

const isFound = ({ title, about, also_known_as, does }: AvailableProvider, search: string): boolean =>
  [title, providerAbout(about), ...also_known_as, does?.title ?? ''].join(' ').toLowerCase().includes(search.toLowerCase())

/** What is connected comes first, and then what can be. */
const Group = ({
  title,
  providers,
  connections,
  isAdmin,
}: {
  title: string
  providers: readonly AvailableProvider[]
  connections: readonly Connection[]
  isAdmin: boolean
}) => {
  if (providers.length === 0) return null
  const ownOf = ({ provider }: AvailableProvider) => connections.filter((connection) => connection.provider === provider)
  const connected = providers.filter((provider) => ownOf(provider).length > 0)
  const others = providers.filter((provider) => ownOf(provider).length === 0)
  return (
    <Part title={title}>
      <List label={title}>
        {connected.flatMap((provider) =>
          ownOf(provider).map((connection) => (
            <Connected key={connection.id} connection={connection} provider={provider} isAdmin={isAdmin} />
          )),
        )}
        {others.map((provider) => (
          <NotConnected key={provider.provider} provider={provider} isAdmin={isAdmin} />
        ))}
      </List>
    </Part>
  )
}
