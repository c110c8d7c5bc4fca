import { service } from './service.ts'

export const calendly = service({
  name: 'calendly',
  title: 'Calendly',
  about: 'Event types and meetings at Calendly.',
  group: 'marketing',
  register: 'developer.calendly.com → My apps → Create new app',
  service: {
    authorizeUrl: 'https://auth.calendly.com/oauth/authorize',
    tokenUrl: 'https://auth.calendly.com/oauth/token',
    tokenAuth: 'basic',
    takesPkce: true,
    usualSeconds: 7_200,
    rotates: true,
    // Apps of before March 2026 know no scopes; later ones have no right without them.
    scopesAlways: ['users:read'],
    scopesUsual: ['event_types:read', 'scheduled_events:read'],
    revoke: {
      url: 'https://auth.calendly.com/oauth/revoke',
      token: 'refresh',
      sentIn: 'body_with_client',
      client: 'body',
      doneAlready: ['invalid_token', 'invalid_grant'],
    },
    whose: { url: 'https://api.calendly.com/users/me', idField: 'resource.uri', accountField: 'resource.email' },
  },
})

export const linkedin = service({
  name: 'linkedin',
  title: 'LinkedIn',
  about: 'Your account at LinkedIn.',
  group: 'marketing',
  register: 'linkedin.com/developers/apps → Create app → Auth',
  service: {
    issuer: 'https://www.linkedin.com/oauth',
    authorizeUrl: 'https://www.linkedin.com/oauth/v2/authorization',
    tokenUrl: 'https://www.linkedin.com/oauth/v2/accessToken',
    // Refresh tokens are for approved partners; a token of 60 days ends, and a person consents again.
    renewal: 'by_registration',
    usualSeconds: 5_184_000,
    scopesAlways: ['openid', 'profile', 'email'],
    revoke: {
      url: 'https://www.linkedin.com/oauth/v2/revoke',
      token: 'access',
      sentIn: 'body_with_client',
      doneAlready: ['invalid_token', 'invalid_grant'],
    },
    whose: { url: 'https://api.linkedin.com/v2/userinfo', idField: 'sub', accountField: 'email' },
  },
})

export const mailchimp = service({
  name: 'mailchimp',
  title: 'Mailchimp',
  about: 'Audiences and campaigns at Mailchimp.',
  group: 'marketing',
  register: 'admin.mailchimp.com → Account → Extras → Registered apps',
  service: {
    authorizeUrl: 'https://login.mailchimp.com/oauth2/authorize',
    tokenUrl: 'https://login.mailchimp.com/oauth2/token',
    renewal: 'never',
    // Its answers say 0.
    usualSeconds: null,
    api: { field: 'api_endpoint', hosts: ['*.api.mailchimp.com'], from: 'whose' },
    whose: {
      url: 'https://login.mailchimp.com/oauth2/metadata',
      idField: 'user_id',
      accountField: 'accountname',
      scheme: 'OAuth',
    },
    probe: 'https://us1.api.mailchimp.com/3.0/ping',
  },
})

export const typeform = service({
  name: 'typeform',
  title: 'Typeform',
  about: 'Forms and their answers.',
  group: 'marketing',
  register: 'admin.typeform.com → Developer apps → Register a new app',
  service: {
    authorizeUrl: 'https://api.typeform.com/oauth/authorize',
    tokenUrl: 'https://api.typeform.com/oauth/token',
    usualSeconds: 604_800,
    rotates: true,
    scopesAlways: ['offline', 'accounts:read'],
    scopesUsual: ['forms:read', 'responses:read'],
    whose: { url: 'https://api.typeform.com/me', idField: 'user_id', accountField: 'email' },
  },
})
