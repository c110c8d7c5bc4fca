import { module } from '#core/module.ts'
import { consentPages } from '#domains/connections/connections/consent-pages.ts'
import { crmCallbackPath } from '#domains/connections/connections/oauth-flows.ts'
import { crmCallback, crmFields } from './crm-callback.ts'
import { crmConnections } from './crm-connections.ts'
import { crmDisconnect } from './crm-disconnect.ts'
import { crmInitOAuth } from './crm-init-oauth.ts'
import { crmSaveApiKey } from './crm-save-api-key.ts'
import { lastSyncs } from './moments.ts'

/** The CRMs that an organization keeps its records in step with, and how they are asked. */
export const crmConnectionsModule = module({
  title: 'CRM connections',
  actions: [crmInitOAuth, crmCallback, crmSaveApiKey, crmConnections, crmDisconnect],
  routes: [consentPages({ name: 'crm-consent', path: crmCallbackPath, action: crmCallback.name, more: crmFields })],
  moments: [lastSyncs],
  owns: [],
})
