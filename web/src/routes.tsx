import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { readInvoicesSearch } from './business/invoices/invoices-search.ts'
import { readInboxSearch } from './conversations/inbox/inbox-search.ts'
import { readDealsSearch, readTasksSearch } from './crm/deals/deals-search.ts'
import { readLeadSearch } from './crm/leads/lead-search.ts'
import { isSignedOut, openSession } from './gateway.ts'
import { readActivitySearch } from './platform/audit/activity-search.ts'
import { ErrorPage } from './shell/error-page.tsx'
import { NotFoundPage } from './shell/not-found-page.tsx'
import { PagePending } from './shell/page-pending.tsx'

/*
 * Every address of the app, one under the other. A page is loaded when it is first opened (or pointed at), and is given
 * as () => import(its file), and the name of its component there.
 */

const noId = '00000000-0000-0000-0000-000000000000'

/**
 * The ids of records in an address that somebody may have cut short or mistyped: what is no id is the id of nothing, so
 * that its page says what it says of every record that is not there.
 */
const idsIn = <Name extends string>(...names: Name[]) => ({
  parse: (given: Readonly<Record<Name, string>>): Record<Name, string> =>
    Object.fromEntries(names.map((name) => [name, uuid.test(given[name]) ? given[name] : noId])) as Record<Name, string>,
})

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const root = createRootRouteWithContext<{ queries: QueryClient }>()({ component: Outlet, notFoundComponent: NotFoundPage })

// Before anybody is signed in.

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (search: Record<string, unknown>): { next?: string } => pathIn(search.next),
  component: lazyRouteComponent(() => import('./platform/sign-in/sign-in-page.tsx'), 'SignInPage'),
})

const setUp = createRoute({
  getParentRoute: () => root,
  path: '/set-up',
  component: lazyRouteComponent(() => import('./platform/sign-in/set-up-page.tsx'), 'SetUpPage'),
})

const setPassword = createRoute({
  getParentRoute: () => root,
  path: '/set-password',
  component: lazyRouteComponent(() => import('./platform/sign-in/set-password-page.tsx'), 'SetPasswordPage'),
})

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: lazyRouteComponent(() => import('./platform/sign-in/forgot-password-page.tsx'), 'ForgotPasswordPage'),
})

const acceptInvite = createRoute({
  getParentRoute: () => root,
  path: '/accept-invite',
  component: lazyRouteComponent(() => import('./platform/sign-in/accept-invite-page.tsx'), 'AcceptInvitePage'),
})

// Everything else is inside the shell, and wants a session.

const staff = createRoute({
  getParentRoute: () => root,
  id: 'staff',
  beforeLoad: async ({ location }) => {
    try {
      await openSession()
    } catch (error) {
      if (isSignedOut(error)) throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { next: location.href } })
      throw error
    }
  },
  // Who is not signed in needs none of it.
  component: lazyRouteComponent(() => import('./shell/shell.tsx'), 'AppShell'),
})

const home = createRoute({
  getParentRoute: () => staff,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/leads' })
  },
})

const leads = createRoute({
  getParentRoute: () => staff,
  path: '/leads',
  validateSearch: readLeadSearch,
  component: lazyRouteComponent(() => import('./crm/leads/leads-page.tsx'), 'LeadsPage'),
})

const lead = createRoute({
  getParentRoute: () => staff,
  path: '/leads/$leadId',
  params: idsIn('leadId'),
  component: lazyRouteComponent(() => import('./crm/leads/lead-page.tsx'), 'LeadPage'),
})

const contacts = createRoute({
  getParentRoute: () => staff,
  path: '/contacts',
  validateSearch: (search: Record<string, unknown>): { q?: string } => textIn('q', search.q),
  component: lazyRouteComponent(() => import('./crm/contacts/contacts-page.tsx'), 'ContactsPage'),
})

const contact = createRoute({
  getParentRoute: () => staff,
  path: '/contacts/$contactId',
  params: idsIn('contactId'),
  component: lazyRouteComponent(() => import('./crm/contacts/contact-page.tsx'), 'ContactPage'),
})

const companies = createRoute({
  getParentRoute: () => staff,
  path: '/companies',
  validateSearch: (search: Record<string, unknown>): { q?: string; new?: 'yes' } => ({
    ...textIn('q', search.q),
    ...(search.new === 'yes' && { new: 'yes' as const }),
  }),
  component: lazyRouteComponent(() => import('./crm/companies/companies-page.tsx'), 'CompaniesPage'),
})

const company = createRoute({
  getParentRoute: () => staff,
  path: '/companies/$companyId',
  params: idsIn('companyId'),
  component: lazyRouteComponent(() => import('./crm/companies/company-page.tsx'), 'CompanyPage'),
})

// Deals: web/src/deals/

const deals = createRoute({
  getParentRoute: () => staff,
  path: '/deals',
  validateSearch: readDealsSearch,
  component: lazyRouteComponent(() => import('./crm/deals/deals-page.tsx'), 'DealsPage'),
})

const deal = createRoute({
  getParentRoute: () => staff,
  path: '/deals/$dealId',
  params: idsIn('dealId'),
  component: lazyRouteComponent(() => import('./crm/deals/deal-page.tsx'), 'DealPage'),
})

const tasks = createRoute({
  getParentRoute: () => staff,
  path: '/tasks',
  validateSearch: readTasksSearch,
  component: lazyRouteComponent(() => import('./crm/deals/tasks-page.tsx'), 'TasksPage'),
})

const pipelines = createRoute({
  getParentRoute: () => staff,
  path: '/settings/pipelines',
  component: lazyRouteComponent(() => import('./crm/deals/pipelines-page.tsx'), 'PipelinesPage'),
})

const assignment = createRoute({
  getParentRoute: () => staff,
  path: '/settings/assignment',
  component: lazyRouteComponent(() => import('./crm/deals/assignment-page.tsx'), 'AssignmentPage'),
})

// The inbox: web/src/inbox/. The list stays while one conversation after the other is opened beside it.

const inbox = createRoute({
  getParentRoute: () => staff,
  path: '/inbox',
  validateSearch: readInboxSearch,
  component: lazyRouteComponent(() => import('./conversations/inbox/inbox-page.tsx'), 'InboxPage'),
})

const conversation = createRoute({ getParentRoute: () => inbox, path: '$projectId', params: idsIn('projectId') })

const cannedReplies = createRoute({
  getParentRoute: () => staff,
  path: '/settings/canned-replies',
  component: lazyRouteComponent(() => import('./conversations/inbox/canned-replies-page.tsx'), 'CannedRepliesPage'),
})

// Uploads: web/src/uploads/

const uploads = createRoute({
  getParentRoute: () => staff,
  path: '/uploads',
  component: lazyRouteComponent(() => import('./crm/imports/uploads-page.tsx'), 'UploadsPage'),
})

const upload = createRoute({
  getParentRoute: () => staff,
  path: '/uploads/$uploadId',
  params: idsIn('uploadId'),
  component: lazyRouteComponent(() => import('./crm/imports/upload-page.tsx'), 'UploadPage'),
})

// Invoices: web/src/invoices/

const invoices = createRoute({
  getParentRoute: () => staff,
  path: '/invoices',
  validateSearch: readInvoicesSearch,
  component: lazyRouteComponent(() => import('./business/invoices/invoices-page.tsx'), 'InvoicesPage'),
})

const newInvoice = createRoute({
  getParentRoute: () => staff,
  path: '/invoices/new',
  validateSearch: (search: Record<string, unknown>): { contact?: string; like?: string } => ({
    ...textIn('contact', search.contact),
    ...textIn('like', search.like),
  }),
  component: lazyRouteComponent(() => import('./business/invoices/new-invoice-page.tsx'), 'NewInvoicePage'),
})

const invoice = createRoute({
  getParentRoute: () => staff,
  path: '/invoices/$invoiceId',
  params: idsIn('invoiceId'),
  component: lazyRouteComponent(() => import('./business/invoices/invoice-page.tsx'), 'InvoicePage'),
})

const editInvoice = createRoute({
  getParentRoute: () => staff,
  path: '/invoices/$invoiceId/edit',
  params: idsIn('invoiceId'),
  component: lazyRouteComponent(() => import('./business/invoices/edit-invoice-page.tsx'), 'EditInvoicePage'),
})

// Settings: web/src/settings/

const settings = createRoute({
  getParentRoute: () => staff,
  path: '/settings',
  component: lazyRouteComponent(() => import('./shell/settings-index.tsx'), 'SettingsIndex'),
})

const keys = createRoute({
  getParentRoute: () => staff,
  path: '/settings/keys',
  component: lazyRouteComponent(() => import('./platform/api-keys/keys-page.tsx'), 'KeysPage'),
})

const key = createRoute({
  getParentRoute: () => staff,
  path: '/settings/keys/$keyId',
  params: idsIn('keyId'),
  component: lazyRouteComponent(() => import('./platform/api-keys/key-page.tsx'), 'KeyPage'),
})

const deliveries = createRoute({
  getParentRoute: () => staff,
  path: '/settings/deliveries',
  component: lazyRouteComponent(() => import('./crm/request-log/deliveries-page.tsx'), 'DeliveriesPage'),
})

const delivery = createRoute({
  getParentRoute: () => staff,
  path: '/settings/deliveries/$deliveryId',
  params: idsIn('deliveryId'),
  component: lazyRouteComponent(() => import('./crm/request-log/delivery-page.tsx'), 'DeliveryPage'),
})

const activity = createRoute({
  getParentRoute: () => staff,
  path: '/settings/activity',
  validateSearch: readActivitySearch,
  component: lazyRouteComponent(() => import('./platform/audit/activity-page.tsx'), 'ActivityPage'),
})

const outbox = createRoute({
  getParentRoute: () => staff,
  path: '/settings/outbox',
  validateSearch: (search: Record<string, unknown>): { mail?: string } => textIn('mail', search.mail),
  component: lazyRouteComponent(() => import('./platform/mail-out/outbox-page.tsx'), 'OutboxPage'),
})

const background = createRoute({
  getParentRoute: () => staff,
  path: '/settings/background',
  validateSearch: (search: Record<string, unknown>): { work?: string } => textIn('work', search.work),
  component: lazyRouteComponent(() => import('./platform/background-jobs/background-page.tsx'), 'BackgroundPage'),
})

const connections = createRoute({
  getParentRoute: () => staff,
  path: '/settings/connections',
  component: lazyRouteComponent(() => import('./connections/connections/connections-page.tsx'), 'ConnectionsPage'),
})

const connection = createRoute({
  getParentRoute: () => staff,
  path: '/settings/connections/$connectionId',
  params: idsIn('connectionId'),
  component: lazyRouteComponent(() => import('./connections/connections/connection-page.tsx'), 'ConnectionPage'),
})

const webhooks = createRoute({
  getParentRoute: () => staff,
  path: '/settings/webhooks',
  component: lazyRouteComponent(() => import('./connections/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
})

const webhook = createRoute({
  getParentRoute: () => staff,
  path: '/settings/webhooks/$webhookId',
  params: idsIn('webhookId'),
  component: lazyRouteComponent(() => import('./connections/webhooks/webhook-page.tsx'), 'WebhookPage'),
})

const webhookDelivery = createRoute({
  getParentRoute: () => staff,
  path: '/settings/webhooks/$webhookId/$webhookDeliveryId',
  params: idsIn('webhookId', 'webhookDeliveryId'),
  component: lazyRouteComponent(() => import('./connections/webhooks/delivery-page.tsx'), 'WebhookDeliveryPage'),
})

const calls = createRoute({
  getParentRoute: () => staff,
  path: '/settings/calls',
  component: lazyRouteComponent(() => import('./conversations/voice/calls-page.tsx'), 'CallsPage'),
})

const websiteChat = createRoute({
  getParentRoute: () => staff,
  path: '/settings/website-chat',
  component: lazyRouteComponent(() => import('./conversations/web-chat/widgets-page.tsx'), 'WidgetsPage'),
})

const chatWidget = createRoute({
  getParentRoute: () => staff,
  path: '/settings/website-chat/$widgetId',
  params: idsIn('widgetId'),
  component: lazyRouteComponent(() => import('./conversations/web-chat/widget-page.tsx'), 'WidgetPage'),
})

const reconciliation = createRoute({
  getParentRoute: () => staff,
  path: '/settings/reconciliation',
  component: lazyRouteComponent(() => import('./business/payments/reconciliation-page.tsx'), 'ReconciliationPage'),
})

const notices = createRoute({
  getParentRoute: () => staff,
  path: '/notices',
  component: lazyRouteComponent(() => import('./platform/notifications/notices-page.tsx'), 'NoticesPage'),
})

const workspace = createRoute({
  getParentRoute: () => staff,
  path: '/settings/workspace',
  component: lazyRouteComponent(() => import('./platform/organizations/workspace-page.tsx'), 'WorkspacePage'),
})

const members = createRoute({
  getParentRoute: () => staff,
  path: '/settings/members',
  component: lazyRouteComponent(() => import('./platform/members/members-page.tsx'), 'MembersPage'),
})

const profile = createRoute({
  getParentRoute: () => staff,
  path: '/settings/profile',
  component: lazyRouteComponent(() => import('./platform/profile/profile-page.tsx'), 'ProfilePage'),
})

const nowhere = createRoute({ getParentRoute: () => staff, path: '$', component: NotFoundPage })

const tree = root.addChildren([
  signIn,
  setUp,
  setPassword,
  forgotPassword,
  acceptInvite,
  staff.addChildren([
    home,
    leads,
    lead,
    contacts,
    contact,
    companies,
    company,
    deals,
    deal,
    tasks,
    pipelines,
    assignment,
    inbox.addChildren([conversation]),
    cannedReplies,
    uploads,
    upload,
    invoices,
    newInvoice,
    invoice,
    editInvoice,
    settings,
    keys,
    key,
    deliveries,
    delivery,
    activity,
    outbox,
    background,
    connections,
    connection,
    webhooks,
    webhook,
    webhookDelivery,
    calls,
    websiteChat,
    chatWidget,
    reconciliation,
    notices,
    workspace,
    members,
    profile,
    nowhere,
  ]),
])

export const makeRouter = (queries: QueryClient) =>
  createRouter({
    routeTree: tree,
    context: { queries },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultPendingComponent: PagePending,
    defaultPendingMs: 300,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
    // Plain strings: an address says ?q=123, not ?q=%22123%22, and a person can read and edit it.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const pairs = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
      const text = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString()
      return text ? `?${text}` : ''
    },
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}

const textIn = <Name extends string>(name: Name, value: unknown): { [key in Name]?: string } =>
  (typeof value === 'string' && value !== '' ? { [name]: value } : {}) as { [key in Name]?: string }

/** Where to go after signing in: a path of this app, never another site. */
const pathIn = (value: unknown): { next?: string } =>
  typeof value === 'string' && /^\/(?![/\\])/.test(value) ? { next: value } : {}
