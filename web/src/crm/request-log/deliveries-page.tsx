import { getRouteApi } from '@tanstack/react-router'
import { ListBar } from '#web/desk/lists/list-bar.tsx'
import { useListCount } from '#web/desk/lists/list-count.ts'
import { ListExport } from '#web/desk/lists/list-export.tsx'
import type { ListSearch } from '#web/desk/lists/list-search.ts'
import { useList } from '#web/desk/lists/use-list.ts'
import { ViewActions, ViewTabs } from '#web/desk/lists/view-tabs.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { allRequests, RequestTable } from './delivery-list.tsx'
import { strings } from './strings.ts'

const route = getRouteApi('/staff/settings/deliveries')

/** Settings → Request log. */
export const DeliveriesPage = () => {
  const navigate = route.useNavigate()
  const change = (next: ListSearch): void => void navigate({ search: next, replace: true, resetScroll: false })
  const state = useList(allRequests, route.useSearch(), change)
  const count = useListCount(state)
  return (
    <>
      <PageHeader
        title={strings.deliveries}
        about={strings.about}
        count={count}
        tabs={state.views.length > 0 && <ViewTabs state={state} />}
        actions={<ListExport state={state} />}
      />
      <ListBar state={state} label={strings.search} placeholder={strings.searchPlaceholder}>
        <ViewActions state={state} />
      </ListBar>
      <RequestTable state={state} leadsToKeys />
    </>
  )
}
