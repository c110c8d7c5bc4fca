import { words } from '#web/settings/strings.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { DeliveryList } from './delivery-list.tsx'

/** Settings → Deliveries. */
export const DeliveriesPage = () => (
  <>
    <PageHeader title={words.deliveries} about={words.deliveriesLead} />
    <DeliveryList />
  </>
)
