import * as humanSteps from './automation/human-steps/module.ts'
import * as knowledge from './automation/knowledge/module.ts'
import * as runs from './automation/runs/module.ts'
import * as workflows from './automation/workflows/module.ts'
import * as designs from './business/designs/module.ts'
import * as documents from './business/documents/module.ts'
import * as businessIdentity from './business/identity/module.ts'
import * as invoices from './business/invoices/module.ts'
import * as payments from './business/payments/module.ts'
import * as proposals from './business/proposals/module.ts'
import * as reviews from './business/reviews/module.ts'
import * as templates from './business/templates/module.ts'
import * as views from './business/views/module.ts'
import * as aiModels from './connections/ai-models/module.ts'
import * as connections from './connections/connections/module.ts'
import * as crmSync from './connections/crm-sync/module.ts'
import * as mailboxes from './connections/mailboxes/module.ts'
import * as webhooks from './connections/webhooks/module.ts'
import * as inbox from './conversations/inbox/module.ts'
import * as mail from './conversations/mail/module.ts'
import * as voice from './conversations/voice/module.ts'
import * as webChat from './conversations/web-chat/module.ts'
import * as companies from './crm/companies/module.ts'
import * as contacts from './crm/contacts/module.ts'
import * as deals from './crm/deals/module.ts'
import * as fields from './crm/fields/module.ts'
import * as imports from './crm/imports/module.ts'
import * as leadSources from './crm/lead-sources/module.ts'
import * as leads from './crm/leads/module.ts'
import * as prospecting from './crm/prospecting/module.ts'
import * as records from './crm/records/module.ts'
import * as requestLog from './crm/request-log/module.ts'
import * as tags from './crm/tags/module.ts'
import * as timeline from './crm/timeline/module.ts'
import * as bin from './desk/bin/module.ts'
import * as bulkChanges from './desk/bulk-changes/module.ts'
import * as duplicates from './desk/duplicates/module.ts'
import * as home from './desk/home/module.ts'
import * as lists from './desk/lists/module.ts'
import * as reports from './desk/reports/module.ts'
import * as bookings from './meetings/bookings/module.ts'
import * as calendar from './meetings/calendar/module.ts'
import type { WebModule } from './module.ts'
import * as apiKeys from './platform/api-keys/module.ts'
import * as audit from './platform/audit/module.ts'
import * as backgroundJobs from './platform/background-jobs/module.ts'
import * as files from './platform/files/module.ts'
import * as mailOut from './platform/mail-out/module.ts'
import * as members from './platform/members/module.ts'
import * as notifications from './platform/notifications/module.ts'
import * as organizations from './platform/organizations/module.ts'
import * as profile from './platform/profile/module.ts'
import * as retention from './platform/retention/module.ts'
import * as signIn from './platform/sign-in/module.ts'
import * as shell from './shell/module.ts'

/**
 * Every folder of pages, in the order of the navigation. Routes, navigation, what the live line reads again, and the sentences of the
 * audit log and of notifications are derived from it.
 */
const folders = [
  signIn,
  profile,
  aiModels,
  mailboxes,
  organizations,
  businessIdentity,
  members,
  home,
  inbox,
  mail,
  humanSteps,
  leads,
  leadSources,
  contacts,
  companies,
  deals,
  calendar,
  bookings,
  invoices,
  tags,
  fields,
  bulkChanges,
  bin,
  duplicates,
  templates,
  documents,
  proposals,
  designs,
  views,
  reviews,
  reports,
  knowledge,
  workflows,
  runs,
  imports,
  prospecting,
  notifications,
  shell,
  timeline,
  lists,
  records,
  connections,
  crmSync,
  webChat,
  voice,
  payments,
  apiKeys,
  requestLog,
  webhooks,
  audit,
  mailOut,
  backgroundJobs,
  files,
  retention,
] as const

export const modules: readonly WebModule[] = folders.map(({ module }) => module)

type Folder = (typeof folders)[number]
type In<Folder, Name extends string> = Folder extends Readonly<Record<Name, readonly (infer Route)[]>> ? Route : never

/** Inside the frame, for those who are signed in. */
export const routes: In<Folder, 'routes'>[] = folders.flatMap((folder): readonly In<Folder, 'routes'>[] =>
  'routes' in folder ? folder.routes : [],
)
