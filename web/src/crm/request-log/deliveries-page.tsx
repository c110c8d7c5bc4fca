import { PageHeader } from '#web/ui/page-header.tsx'
import { DeliveryList } from './delivery-list.tsx'
import { strings } from './strings.ts'

/** Settings → Deliveries. */
export const DeliveriesPage = () => (
  <>
    <PageHeader title={strings.deliveries} about={strings.about} />
    <DeliveryList />
  </>
)
