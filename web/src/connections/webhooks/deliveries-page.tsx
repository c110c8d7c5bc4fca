import { getRouteApi } from '@tanstack/react-router'
import { IconSend } from '#icons'
import { ListBar } from '#web/desk/lists/list-bar.tsx'
import { useListCount } from '#web/desk/lists/list-count.ts'
import { ListExport } from '#web/desk/lists/list-export.tsx'
import type { ListSearch } from '#web/desk/lists/list-search.ts'
import { useList } from '#web/desk/lists/use-list.ts'
import { ViewActions, ViewTabs } from '#web/desk/lists/view-tabs.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { allDeliveries, DeliveryTable } from './deliveries.tsx'
import { strings } from './strings.ts'

const route = getRouteApi('/staff/settings/webhook-deliveries')

/** Settings → Webhook deliveries: what was sent to each webhook. */
export const WebhookDeliveriesPage = () => {
  const navigate = route.useNavigate()
  const change = (next: ListSearch): void => void navigate({ search: next, replace: true, resetScroll: false })
  const state = useList(allDeliveries, route.useSearch(), change)
  const count = useListCount(state)
  return (
    <>
      <PageHeader
        title={strings.allDeliveries}
        count={count}
        back={{ label: strings.title, to: '/settings/webhooks' }}
        tabs={<ViewTabs state={state} />}
        actions={<ListExport state={state} />}
      />
      <ListBar state={state} label={strings.searchDeliveries} placeholder={strings.searchDeliveriesHint}>
        <ViewActions state={state} />
      </ListBar>
      <DeliveryTable
        state={state}
        empty={<Empty icon={<IconSend size={24} stroke={1.6} />} title={strings.noDeliveries} text={strings.noneSentText} />}
      />
    </>
  )
}
