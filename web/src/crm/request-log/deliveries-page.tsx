import { strings } from '#web/settings/strings.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { DeliveryList } from './delivery-list.tsx'

/** Settings → Deliveries. */
export const DeliveriesPage = () => (
  <>
    <PageHeader title={strings.deliveries} about={strings.deliveriesLead} />
    <DeliveryList />
  </>
)
