import { PageHeader } from '../parts/page-header.tsx'
import { DeliveryList } from './delivery-list.tsx'

/** Settings → Deliveries. */
export const DeliveriesPage = () => (
  <>
    <PageHeader
      title="Deliveries"
      lead="Every request that came with a valid key, and what became of it. A refused one can be mended and taken after all. What brought no lead is kept for 90 days."
    />
    <DeliveryList />
  </>
)
