import { errors } from '#core/errors.ts'

export const connectionErrors = errors({
  not_connected: {
    status: 409,
    message: 'No account of the payment provider for this currency is connected.',
    fix: 'Have an admin connect one under Settings → Connections.',
  },
  provider_busy: {
    status: 503,
    message: 'The provider has too much to do.',
    fix: 'Try again after the seconds in `Retry-After`, or in a minute.',
  },
  provider_failed: {
    status: 502,
    message: 'The provider gave an answer that cannot be used.',
    fix: 'Try again in a minute. The same call is never done twice.',
  },
  provider_credentials: {
    status: 502,
    message: 'The provider does not accept the account that is connected.',
    fix: 'Have an admin look at it under Settings → Connections.',
  },
  provider_refused: {
    status: 502,
    message: 'The provider refused.',
    fix: 'The message says why, in the words of the provider.',
  },
  webhook_not_expected: {
    status: 403,
    message: 'No webhook is expected here.',
    fix: 'Use the address that Settings → Connections shows, and store the secret of the webhook there.',
  },
  webhook_signature_invalid: {
    status: 403,
    message: 'The signature of this webhook is not valid.',
    fix: 'Store the secret of this webhook under Settings → Connections, and check the clock of the server.',
  },
  connection_not_found: {
    status: 404,
    message: 'No such connection.',
    fix: 'Load the connections again: it may have been disconnected.',
  },
  connection_exists: {
    status: 409,
    message: 'Another account of this provider is connected.',
    fix: 'Disconnect it first, if it is no longer to be used.',
  },
  credentials_malformed: {
    status: 400,
    message: 'These credentials do not look like those of this provider.',
    fix: 'Copy them whole from the provider’s own pages; `field` names the one that does not fit.',
  },
  credentials_refused: {
    status: 400,
    message: 'The provider does not accept these credentials.',
    fix: 'Copy them again from the provider’s own pages, and see that nobody has revoked them there.',
  },
  provider_unreachable: {
    status: 503,
    message: 'The provider does not answer at the moment.',
    fix: 'Try again in a minute. Nothing was changed.',
  },
  provider_wants_consent: {
    status: 400,
    message: 'This provider is connected by consenting on its own page.',
    fix: 'Begin with integration-init-oauth.',
  },
  provider_wants_key: {
    status: 400,
    message: 'This provider is connected with a key, not by consent.',
    fix: 'Use connect-provider with the key from its own pages.',
  },
  provider_not_set_up: {
    status: 409,
    message: 'Foyer has no client of its own at this service yet.',
    fix: 'The operator makes one there and sets its id and secret, such as GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET. With SANDBOX=on it works without.',
  },
  provider_refuses_client: {
    status: 409,
    message: 'The service does not accept Foyer’s client id or secret.',
    fix: 'The operator compares the client’s id and secret in the settings with those at the service.',
  },
  consent_unknown: {
    status: 400,
    message: 'This consent was not begun here, was used already, or took too long.',
    fix: 'Begin again under Settings → Connections, and finish in the same browser within ten minutes.',
  },
  consent_denied: {
    status: 400,
    message: 'It was not allowed.',
    fix: 'Begin again under Settings → Connections, and allow it there.',
  },
  consent_failed: {
    status: 400,
    message: 'The service does not take what it sent back itself.',
    fix: 'Begin again under Settings → Connections.',
  },
  connection_needs_consent: {
    status: 409,
    message: 'The consent for this connection has ended.',
    fix: 'Connect it again under Settings → Connections.',
  },
})
