import { errors } from '#core/errors.ts'

export const connectionErrors = errors({
  not_connected: {
    status: 409,
    message: 'No payment provider is connected for this currency.',
    fix: 'Ask an admin to connect one in Settings → Connections.',
  },
  provider_busy: {
    status: 503,
    message: 'The provider is rate limiting requests.',
    fix: 'Retry after the seconds in `Retry-After`, or in a minute.',
  },
  provider_failed: {
    status: 502,
    message: 'The provider returned an invalid response.',
    fix: 'Try again in a minute. The call is never executed twice.',
  },
  provider_credentials: {
    status: 502,
    message: 'The provider rejects the connected account.',
    fix: 'Ask an admin to check it in Settings → Connections.',
  },
  provider_refused: {
    status: 502,
    message: 'The provider rejected the request.',
    fix: 'The message contains the provider’s reason.',
  },
  webhook_not_expected: {
    status: 403,
    message: 'No webhook is registered at this address.',
    fix: 'Use the address shown in Settings → Connections, and store the webhook’s secret there.',
  },
  webhook_signature_invalid: {
    status: 403,
    message: 'The signature of this webhook is not valid.',
    fix: 'Store the secret of this webhook in Settings → Connections, and check the server’s clock.',
  },
  connection_not_found: {
    status: 404,
    message: 'The connection does not exist.',
    fix: 'Reload the connections: it may have been disconnected.',
  },
  connection_exists: {
    status: 409,
    message: 'A different account of this provider is already connected.',
    fix: 'Disconnect it first if it is no longer needed.',
  },
  credentials_malformed: {
    status: 400,
    message: 'These are not valid credentials of this provider.',
    fix: 'Copy them in full from the provider’s own pages; `field` names the invalid one.',
  },
  credentials_refused: {
    status: 400,
    message: 'The provider rejects these credentials.',
    fix: 'Copy them again from the provider’s own pages, and check that they were not revoked there.',
  },
  provider_unreachable: {
    status: 503,
    message: 'The provider is not responding.',
    fix: 'Try again in a minute. Nothing was changed.',
  },
  provider_wants_consent: {
    status: 400,
    message: 'This provider is connected by consent on its own page.',
    fix: 'Begin with integration-init-oauth.',
  },
  provider_wants_key: {
    status: 400,
    message: 'This provider is connected with an API key, not by consent.',
    fix: 'Use connect-provider with the key from the provider’s own pages.',
  },
  provider_is_crm: {
    status: 400,
    message: 'This provider is a CRM, which is connected on a page of its own.',
    fix: 'Begin with crm-init-oauth, or send the key with crm-save-api-key.',
  },
  provider_not_set_up: {
    status: 409,
    message: 'Foyer has no OAuth client at this service yet.',
    fix: 'An owner enters one in Settings → Connections, or the operator sets one, such as GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET. With SANDBOX=on none is needed.',
  },
  consent_step_unknown: {
    status: 400,
    message: 'This service has no such use.',
    fix: 'Leave `wants` out, or name another provider.',
  },
  instance_invalid: {
    status: 400,
    message: 'No account of this service can have that name.',
    fix: 'Send the name alone, such as shop of shop.myshopify.com.',
  },
  return_address_invalid: {
    status: 400,
    message: 'returnTo is not a path of this app.',
    fix: 'Send a path such as /settings/mailboxes.',
  },
  provider_refuses_client: {
    status: 409,
    message: 'The service rejects Foyer’s client id or secret.',
    fix: 'Compare the client id and secret in Settings → Connections, or in the operator’s configuration, with those at the service.',
  },
  consent_unknown: {
    status: 400,
    message: 'This consent was not started here, was already used, or has expired.',
    fix: 'Begin again under Settings → Connections, and finish in the same browser within ten minutes.',
  },
  consent_denied: {
    status: 400,
    message: 'Consent was declined.',
    fix: 'Begin again under Settings → Connections, and allow it there.',
  },
  consent_failed: {
    status: 400,
    message: 'The service rejected the authorization code it issued.',
    fix: 'Begin again under Settings → Connections.',
  },
  connection_needs_consent: {
    status: 409,
    message: 'The consent for this connection has expired or was revoked.',
    fix: 'Connect it again in Settings → Connections.',
  },
})
