import type { Input } from '#web/wire.ts'

export type CompanyOrder = NonNullable<Input<'list-companies'>['order']>

/** As the address says them; the usual one first. */
export const companyOrders: readonly [CompanyOrder, ...CompanyOrder[]] = ['-created_at', 'created_at', 'name', '-name']
