import { counted } from '#web/i18n/format.ts'
import { messages } from '#web/i18n/strings.ts'

export const strings = messages({
  title: 'Connections',
  about: 'Connect the services you use.',
  list: 'Services',
  unconnected: 'Unconnected numbers',
  notConnectedHere: (n: number) =>
    n === 1 ? 'is not connected. 1 message is waiting.' : `is not connected. ${counted(n)} messages are waiting.`,
  connectNumber: (id: string) => `Connect it to read them (phone number id ${id})`,
  loadFailed: 'The connections could not be loaded',
  gone: 'This connection does not exist. It may have been disconnected.',
  askAdmin: 'Ask an admin to connect it.',

  state: 'Status',
  pill: {
    none: 'Not connected',
    connected: 'Connected',
    needs_reauth: 'Reconnect',
    error: 'Rejected',
    disconnected: 'Disconnected',
    sandbox: 'Simulated',
    resting: 'Paused',
  },
  well: 'Last call succeeded.',
  unused: 'No calls yet.',
  simulated: 'Sandbox account, no real calls or money.',
  testMoney: 'Test account, no real money.',
  lastFailed: (reason: string) => `Last call failed. ${reason}`,
  resting: (reason: string) => `Calls kept failing, so they are paused and retried automatically. ${reason}`,
  refused: (reason: string) => `${reason} Copy the key from the provider again and replace it here.`,
  reauth: (reason: string) => `${reason} Reconnect the account.`,

  details: 'Details',
  account: 'Account',
  kindOfAccount: 'Mode',
  kinds: { live: 'Live account', test: 'Test account', sandbox: 'Sandbox account' },
  scopes: 'Permissions',
  connectedAt: 'Connected',
  lastCall: 'Last call',
  never: 'Never',
  renewed: 'Token expires',

  connect: 'Connect',
  connectReal: 'Connect real account',
  connectRealTo: (title: string) => `Connect real account: ${title}`,
  reconnect: 'Reconnect',
  reconnectTo: (title: string) => `Reconnect ${title}`,
  connectTo: (title: string) => `Connect ${title}`,
  useSandbox: 'Use sandbox',
  sandboxFor: (title: string) => `Use sandbox for ${title}`,
  sandboxUsed: 'Sandbox connected.',
  connected: (title: string, account: string) => `${title} connected${account === '' ? '' : `: ${account}`}.`,
  formText: 'The key is tested before it is saved. It is stored encrypted and never shown again.',
  replaceText: 'The new key is tested before it replaces the old one. The webhook URL stays the same.',
  missing: 'Required',
  optional: (label: string) => `${label} (optional)`,
  submitConnect: 'Test and connect',
  submitReplace: 'Test and replace',

  actionsOf: (title: string) => `Actions for ${title}`,
  replace: 'Replace key',
  replaceTitle: (title: string) => `Replace the ${title} key`,
  test: 'Test connection',
  testSucceeded: (milliseconds: number) => `Connected: answered in ${counted(milliseconds)} ms.`,
  testAccount: (account: string) => `Account: ${account}`,
  testFailed: 'The test failed',
  disconnect: 'Disconnect',
  disconnectTitle: (title: string) => `Disconnect ${title}?`,
  disconnectText: 'Its credentials are deleted now, and payments, messages or mail over it stop. Past records stay.',
  disconnectPayments:
    'Open checkouts are cancelled first. Razorpay orders can’t be cancelled, so the key is kept for up to a week to see late payments.',
  keep: 'Keep connection',
  disconnected: (title: string) => `${title} disconnected.`,
  disconnectedOpen: (title: string, n: number) =>
    n === 1
      ? `${title} disconnected. 1 open checkout is being cancelled.`
      : `${title} disconnected. ${counted(n)} open checkouts are being cancelled.`,

  webhook: 'Webhook',
  webhookAddress: 'webhook URL',
  webhookReady: 'Events arrive as they happen. No action needed.',
  webhookWaiting: 'Foyer is registering its webhook.',
  webhookByHand: {
    stripe:
      'Add this URL in Stripe → Developers → Webhooks, select all checkout, payment, charge and dispute events, and save the signing secret with “Replace key”.',
    razorpay:
      'Add this URL in Razorpay → Account & settings → Webhooks with a secret of your own and all payment, order, refund and dispute events, and save the secret with “Replace key”.',
    twilio:
      'Set this URL in the Twilio Console, as POST: as the Voice request URL of the TwiML app and of the number, and as their status callback.',
    whatsapp:
      'Add this URL in Meta for Developers → your app → WhatsApp → Configuration with the verify token you entered here, and subscribe to “messages” and “message_template_status_update”.',
  },
  webhookMeanwhile: {
    twilio: 'Until then, calls can’t be made or received.',
    stripe: 'Until then, payments appear a few minutes late.',
    razorpay: 'Until then, payments appear a few minutes late.',
    whatsapp: 'Until then, no messages arrive.',
  },

  calls: 'API calls',
  callsText: 'The last 1,000 API calls (30 days). Request and response bodies are not stored.',
  callsFailed: 'The API calls could not be loaded',
  noCalls: 'No calls yet',
  noCallsText: 'Test the connection to see a call here.',
  operation: 'Operation',
  requestId: 'Request id',
  response: 'Response',
  request: 'Request',
  when: 'Time',
  outcomes: {
    ok: 'Succeeded',
    refused: 'Rejected',
    rate_limited: 'Rate limited',
    failed: 'Failed',
    cut: 'Interrupted',
    timed_out: 'Timed out',
    no_answer: 'No response',
  },
  answered: (status: number) => `answered ${status}`,
  attempts: (n: number) => `${counted(n)} attempts`,
  took: (milliseconds: number) => `${counted(milliseconds)} ms`,
})
