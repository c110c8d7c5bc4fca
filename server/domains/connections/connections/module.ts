import { held } from '#core/held.ts'
import { module } from '#core/module.ts'
import { cleanablesOfConnections } from './cleanables.ts'
import { connectProvider } from './connect-provider.ts'
import { connectSandboxAction } from './connect-sandbox.ts'
import { consentPages } from './consent-pages.ts'
import { connectionErrors } from './errors.ts'
import { connectionEvents } from './events.ts'
import { integrationCallback, moreFields } from './integration-callback.ts'
import { integrationConnections } from './integration-connections.ts'
import { integrationDisconnect } from './integration-disconnect.ts'
import { integrationInitOAuth } from './integration-init-oauth.ts'
import { integrationRefresh } from './integration-refresh.ts'
import { integrationTest } from './integration-test.ts'
import { listConnections } from './list-connections.ts'
import { listProviderCalls } from './list-provider-calls.ts'
import { connected, disconnected, knownCheckout, registering, stillOpen } from './moments.ts'
import { connectionNotices } from './notices.ts'
import { callbackPath } from './oauth-flows.ts'
import { pruneProviderCalls } from './prune-provider-calls.ts'
import { registerWebhook } from './register-webhook.ts'
import { removeOAuthClient } from './remove-oauth-client.ts'
import { saveOAuthClient } from './save-oauth-client.ts'
import { showOAuthClient } from './show-oauth-client.ts'

export const connectionsModule = module({
  title: 'Connections',
  actions: [
    listConnections,
    connectProvider,
    connectSandboxAction,
    integrationConnections,
    integrationTest,
    integrationDisconnect,
    listProviderCalls,
    integrationInitOAuth,
    integrationCallback,
    integrationRefresh,
    showOAuthClient,
    saveOAuthClient,
    removeOAuthClient,
  ],
  routes: [consentPages({ name: 'consent', path: callbackPath, action: integrationCallback.name, more: moreFields })],
  jobs: [registerWebhook, pruneProviderCalls],
  errors: connectionErrors,
  events: [connectionEvents],
  notices: connectionNotices,
  moments: [connected, registering, disconnected, stillOpen, knownCheckout],
  within: [cleanablesOfConnections],
  held: [held({ name: 'webhook addresses at providers', kind: 'syncs', jobs: [registerWebhook] })],
  owns: ['connections', 'directory.connections', 'oauth_clients', 'oauth_flows', 'provider_calls', 'token_renewals'],
})
