import { getRouteApi, Link } from '@tanstack/react-router'
import { isAtLeast, useSession } from '#web/session.ts'
import { CountBadge } from '#web/ui/count-badge.tsx'
import { ErrorNote, notThere } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pill } from '#web/ui/pill.tsx'
import type { AvailableCrm, CrmConnection } from '#web/wire.ts'
import { useConflictCount, useCrms, useFreshSyncs, useSyncs } from './api.ts'
import { Conflicts } from './conflicts.tsx'
import type { CrmSearch } from './crm-search.ts'
import classes from './crm-sync.module.css'
import { Mapping } from './mapping.tsx'
import { SettingsForm } from './settings-form.tsx'
import { standingOf } from './standing.ts'
import { strings } from './strings.ts'
import { SyncActions } from './sync-actions.tsx'
import { SyncView } from './sync-view.tsx'

const route = getRouteApi('/staff/settings/connections/crm/$connectionId')
const back = { label: strings.back, to: '/settings/connections' } as const

/** Settings → Connections → one CRM: how its syncs stand, conflicts, mapping and settings. */
export const CrmPage = () => {
  const { connectionId } = route.useParams()
  const { data, error, isPending, refetch } = useCrms()
  useFreshSyncs()
  const connection = data?.connections.find(({ id }) => id === connectionId)
  const crm = data?.available.find(({ provider }) => provider === connection?.provider)
  if (connection && crm) return <Shown key={connectionId} connection={connection} crm={crm} />
  return (
    <>
      <PageHeader title={strings.crm} back={back} />
      <ErrorNote error={error} title={strings.loadFailed} onRetry={() => void refetch()} />
      {isPending && !error && <RowsPending rows={5} />}
      {data && <ErrorNote error={notThere(strings.gone)} />}
    </>
  )
}

/** A CRM's connection, and what is known of the CRM. */
export interface OfCrm {
  readonly connection: CrmConnection
  readonly crm: AvailableCrm
}

const Shown = ({ connection, crm }: OfCrm) => {
  const { view } = route.useSearch()
  const isAdmin = isAtLeast(useSession().role, 'admin')
  // The CRM itself is asked for its fields.
  const mayMap = isAdmin && connection.status !== 'disconnected'
  const standing = standingOf(connection)
  const syncs = useSyncs(connection.id)
  return (
    <>
      <PageHeader
        title={crm.title}
        back={back}
        lead={
          <>
            <Pill tone={standing.tone}>{standing.word}</Pill> <bdi>{connection.account}</bdi>
          </>
        }
        tabs={<Tabs connectionId={connection.id} mayMap={mayMap} />}
        {...(isAdmin && { actions: <SyncActions connection={connection} crm={crm} history={syncs.data} /> })}
      />
      {view === 'conflicts' ? (
        <Conflicts connection={connection} crm={crm} />
      ) : view !== undefined && mayMap ? (
        <div className={classes.tall}>
          {view === 'mapping' && <Mapping connection={connection} crm={crm} />}
          {view === 'settings' && <SettingsForm connection={connection} crm={crm} history={syncs.data} />}
        </div>
      ) : (
        <SyncView connection={connection} crm={crm} syncs={syncs} />
      )}
    </>
  )
}

const Tabs = ({ connectionId, mayMap }: { connectionId: string; mayMap: boolean }) => {
  const conflicts = useConflictCount(connectionId)
  const views: readonly (CrmSearch['view'] | 'syncs')[] = [
    'syncs',
    'conflicts',
    ...(mayMap ? (['mapping', 'settings'] as const) : []),
  ]
  return (
    <nav aria-label={strings.views}>
      {/* biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so */}
      <ul role="list">
        {views.map((view = 'syncs') => (
          <li key={view}>
            <Link
              to="/settings/connections/crm/$connectionId"
              params={{ connectionId }}
              search={view === 'syncs' ? {} : { view }}
              activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
              activeProps={{ 'aria-current': 'true' }}
              resetScroll={false}
            >
              {strings.view[view]}
              {view === 'conflicts' && conflicts > 0 && <CountBadge count={conflicts} />}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
