import { service } from './service.ts'

/** https://docs.slack.dev/messaging/formatting-message-text#escaping */
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

export const slack = service({
  name: 'slack',
  title: 'Slack',
  about: 'Channels of your team: post a message when something happens here.',
  group: 'messages',
  register: 'api.slack.com/apps → Create new app → OAuth & Permissions → Redirect URLs',
  service: {
    authorizeUrl: 'https://slack.com/oauth/v2/authorize',
    tokenUrl: 'https://slack.com/api/oauth.v2.access',
    // Twelve hours where token rotation is on for the app.
    renewal: 'by_registration',
    usualSeconds: null,
    rotates: true,
    refusesWithOk: true,
    refusals: {
      invalid_code: 'dead',
      code_already_used: 'dead',
      invalid_refresh_token: 'dead',
      token_revoked: 'dead',
      token_expired: 'dead',
      invalid_auth: 'dead',
      account_inactive: 'dead',
      bad_client_secret: 'client',
      invalid_client_id: 'client',
      ratelimited: 'busy',
    },
    scopeSeparator: ',',
    scopesUsual: ['chat:write', 'channels:read', 'users:read'],
    revoke: {
      url: 'https://slack.com/api/auth.revoke',
      token: 'access',
      sentIn: 'header',
      doneAlready: ['token_revoked', 'invalid_auth', 'account_inactive', 'token_expired'],
    },
    whose: {
      url: 'https://slack.com/api/auth.test',
      method: 'POST',
      idField: 'team_id',
      accountField: 'team',
      okField: 'ok',
    },
  },
  does: {
    name: 'post-message',
    title: 'Post a message',
    asks: [
      {
        name: 'channel',
        label: 'Channel',
        help: 'Its name, such as #leads, or its id. Invite Foyer’s app to it first.',
        optional: false,
        form: /^#?[\p{L}\p{N}_-]{1,80}$/u,
      },
    ],
    takes: 'text',
    scopes: ['chat:write'],
    url: 'https://slack.com/api/chat.postMessage',
    // What strangers typed mentions no one: `<!channel>` is a mention wherever it stands.
    body: ({ asked, text }) => ({ channel: asked.channel, text: escaped(text), mrkdwn: false, unfurl_links: false }),
    madeField: 'ts',
  },
})

export const microsoft = service({
  name: 'microsoft',
  title: 'Microsoft 365',
  about: 'The account of your team at Microsoft.',
  group: 'messages',
  alsoKnownAs: ['Outlook', 'Office', 'Graph', 'Teams'],
  register: 'entra.microsoft.com → App registrations → New registration → Web',
  service: {
    authorizeUrl: 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize',
    authorizeParameters: { response_mode: 'query' },
    tokenUrl: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
    takesPkce: true,
    usualSeconds: 3_600,
    rotates: true,
    refreshesWithScopes: true,
    scopesAlways: ['offline_access', 'User.Read'],
    scopesUsual: ['Mail.Send', 'Calendars.ReadWrite'],
    whose: { url: 'https://graph.microsoft.com/v1.0/me', idField: 'id', accountField: 'userPrincipalName' },
  },
})

export const zoom = service({
  name: 'zoom',
  title: 'Zoom',
  about: 'The account of your team at Zoom.',
  group: 'messages',
  register: 'marketplace.zoom.us → Develop → Build app → General app',
  service: {
    authorizeUrl: 'https://zoom.us/oauth/authorize',
    tokenUrl: 'https://zoom.us/oauth/token',
    tokenAuth: 'basic',
    takesPkce: true,
    usualSeconds: 3_599,
    rotates: true,
    // Its rights are those of its registration there.
    revoke: {
      url: 'https://zoom.us/oauth/revoke',
      token: 'access',
      sentIn: 'body_with_client',
      doneAlready: ['invalid_token', 'invalid_grant'],
    },
    whose: { url: 'https://api.zoom.us/v2/users/me', idField: 'id', accountField: 'email' },
  },
})

export const intercom = service({
  name: 'intercom',
  title: 'Intercom',
  about: 'The workspace of your team at Intercom.',
  group: 'messages',
  register: 'app.intercom.com → Settings → Developer hub → New app → Authentication',
  service: {
    authorizeUrl: 'https://app.intercom.com/oauth',
    tokenUrl: 'https://api.intercom.io/auth/eagle/token',
    renewal: 'never',
    usualSeconds: null,
    revoke: { url: 'https://api.intercom.io/auth/uninstall', token: 'access', sentIn: 'header', doneAlready: [] },
    whose: { url: 'https://api.intercom.io/me', idField: 'app.id_code', accountField: 'app.name' },
  },
})
