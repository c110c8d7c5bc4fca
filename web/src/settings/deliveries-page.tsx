import { PageHeader } from '../parts/page-header.tsx'
import { DeliveryList } from './delivery-list.tsx'
import { words } from './messages.ts'

/** Settings → Deliveries. */
export const DeliveriesPage = () => (
  <>
    <PageHeader title={words.deliveries} lead={words.deliveriesLead} />
    <DeliveryList />
  </>
)
