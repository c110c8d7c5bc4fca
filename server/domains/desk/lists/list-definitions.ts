import { activityList } from './activity-list.ts'
import { companyList } from './company-list.ts'
import { contactList } from './contact-list.ts'
import { dealList } from './deal-list.ts'
import type { ListKind } from './filters.ts'
import { invoiceList } from './invoice-list.ts'
import { leadList } from './lead-list.ts'
import type { ListDefinition } from './list-fields.ts'
import { requestList } from './request-list.ts'
import { taskList } from './task-list.ts'
import { uploadList } from './upload-list.ts'
import { webhookDeliveryList } from './webhook-delivery-list.ts'

export const listDefinitions: Readonly<Record<ListKind, ListDefinition>> = {
  lead: leadList,
  contact: contactList,
  company: companyList,
  deal: dealList,
  task: taskList,
  invoice: invoiceList,
  upload: uploadList,
  delivery: requestList,
  webhook_delivery: webhookDeliveryList,
  activity: activityList,
}
