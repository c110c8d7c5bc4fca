import { z } from 'zod'
import { provider } from '#ports/provider.ts'
import { addressSetting, WebAddress } from '#shapes/settings.ts'

export const google = provider({
  name: 'google',
  title: 'Google',
  about: 'Email and calendars of your team, Google Docs as templates, rows in Google Sheets, and the reviews of your business.',
  kind: 'oauth',
  fields: [],
  settings: {
    GOOGLE_CLIENT_ID: {
      shape: z.string().min(1).max(255).optional(),
      about:
        'Foyer’s OAuth client at Google, for mail, calendars, Google Docs and reviews: Google Cloud → APIs & Services → Credentials, a «Web application» with the redirect URI PUBLIC_URL/functions/v1/integration-callback, in a project with the Gmail, Calendar, Docs, Drive and Business Profile APIs enabled as far as they are used (Business Profile must be applied for). Without one, and with the sandbox on, consent is simulated.',
    },
    GOOGLE_CLIENT_SECRET: {
      shape: z.string().min(1).max(255).optional(),
      about: 'The secret of that client.',
      secret: true,
    },
    GOOGLE_OAUTH_BASE: {
      shape: WebAddress.optional(),
      about: 'Base URL of a Google OAuth replacement. For tests.',
    },
    GOOGLE_CALENDAR_API_BASE: addressSetting('https://www.googleapis.com', 'the Google Calendar API'),
    GMAIL_API_BASE: addressSetting('https://gmail.googleapis.com', 'the Gmail API'),
    GOOGLE_DOCS_API_BASE: addressSetting('https://docs.googleapis.com', 'the Google Docs API'),
    GOOGLE_DRIVE_API_BASE: addressSetting('https://www.googleapis.com', 'the Google Drive API'),
    GOOGLE_BUSINESS_API_BASE: {
      shape: WebAddress.optional(),
      about: 'Base URL of a replacement of the Google Business Profile APIs, all three of them. For tests.',
    },
    GMAIL_PUBSUB_TOPIC: {
      shape: z
        .string()
        .regex(/^projects\/[\w.:-]{1,100}\/topics\/[\w.~+%-]{3,255}$/, 'must be projects/…/topics/…')
        .optional(),
      about:
        'Pub/Sub topic by which Gmail announces new mail (`projects/…/topics/…`), in the Google Cloud project of GOOGLE_CLIENT_ID: let gmail-api-push@system.gserviceaccount.com publish to it, and make a push subscription to PUBLIC_URL/functions/v1/mailbox-changed with authentication. With a topic and without, mailboxes are also polled. A change holds for a mailbox when it is watched anew, within a day.',
    },
    GMAIL_PUBSUB_SERVICE_ACCOUNT: {
      shape: z.email('must be the email address of a service account').max(254).optional(),
      about:
        'Service account of that push subscription, by its email address. Announcements are proven by its tokens; without it none is accepted, and Gmail is not asked for any.',
    },
    GMAIL_PUBSUB_AUDIENCE: {
      shape: z.string().min(1).max(2_048).optional(),
      about:
        'Audience of the tokens of that push subscription, where it is not the usual one. Default: PUBLIC_URL/functions/v1/mailbox-changed.',
    },
  },
  address: 'GOOGLE_OAUTH_BASE',
  addresses: {
    calendars: 'GOOGLE_CALENDAR_API_BASE',
    mailboxes: 'GMAIL_API_BASE',
    onlineDocs: 'GOOGLE_DOCS_API_BASE',
    reviews: 'GOOGLE_BUSINESS_API_BASE',
  },
  filesAddress: 'GOOGLE_DRIVE_API_BASE',
  hints: {
    topic: 'GMAIL_PUBSUB_TOPIC',
    serviceAccount: 'GMAIL_PUBSUB_SERVICE_ACCOUNT',
    audience: 'GMAIL_PUBSUB_AUDIENCE',
  },
  sandbox: { path: '/google', credentials: null },
  webhook: null,
  oauth: {
    clientId: 'GOOGLE_CLIENT_ID',
    clientSecret: 'GOOGLE_CLIENT_SECRET',
    register:
      'console.cloud.google.com → APIs & Services → Credentials → Create credentials → OAuth client ID → Web application',
    /** https://developers.google.com/identity/protocols/oauth2/web-server */
    service: {
      title: 'Google',
      issuer: 'https://accounts.google.com',
      alwaysSaysIssuer: false,
      authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
      // A refresh token comes only with offline access, and again only when the person is asked again.
      authorizeParameters: { access_type: 'offline', prompt: 'consent', include_granted_scopes: 'true' },
      tokenUrl: 'https://oauth2.googleapis.com/token',
      tokenAuth: 'body',
      takesPkce: true,
      scopeSeparator: ' ',
      scopesAlways: ['openid', 'email'],
      scopesUsual: [
        'https://www.googleapis.com/auth/gmail.send',
        'https://www.googleapis.com/auth/gmail.modify',
        'https://www.googleapis.com/auth/calendar.events',
        'https://www.googleapis.com/auth/calendar.readonly',
      ],
      // A document that is there already can be copied with this right alone: `drive.file` is of files that Foyer made.
      scopesOfDocuments: ['https://www.googleapis.com/auth/drive'],
      scopesOfReviews: ['https://www.googleapis.com/auth/business.manage'],
      revoke: {
        url: 'https://oauth2.googleapis.com/revoke',
        token: 'refresh',
        sentIn: 'body',
        doneAlready: ['invalid_token'],
      },
      whose: { url: 'https://www.googleapis.com/oauth2/v2/userinfo', idField: 'id', accountField: 'email' },
    },
  },
  does: {
    name: 'add-row',
    title: 'Add a row in Google Sheets',
    asks: [
      {
        name: 'spreadsheet',
        label: 'Spreadsheet id',
        help: 'In its address, between /d/ and /edit.',
        optional: false,
        form: /^[\w-]{20,100}$/,
      },
      {
        name: 'tab',
        label: 'Tab',
        help: 'Its name, at the foot of the table.',
        optional: false,
        form: /^[\p{L}\p{N}_ -]{1,100}$/u,
      },
    ],
    takes: 'columns',
    // Of tables that are there already: `drive.file` is of files that Foyer made.
    scopes: ['https://www.googleapis.com/auth/drive'],
    url: "https://sheets.googleapis.com/v4/spreadsheets/{spreadsheet}/values/'{tab}'!A1:append?valueInputOption=RAW&insertDataOption=INSERT_ROWS",
    body: ({ columns }) => ({ majorDimension: 'ROWS', values: [columns.map(({ value }) => value)] }),
    madeField: 'updates.updatedRange',
  },
  serves: {
    calendars: async () => (await import('./port.ts')).googleCalendarsPort,
    mailboxes: async () => (await import('./port.ts')).googleMailboxesPort,
    onlineDocs: async () => (await import('./port.ts')).googleDocsPort,
    reviews: async () => (await import('./port.ts')).googleReviewsPort,
  },
})
