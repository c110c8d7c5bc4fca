import { counted } from '#web/i18n/format.ts'
import { messages } from '#web/i18n/strings.ts'

/** What the connections' pages say. */
export const strings = messages({
  title: 'Connections',
  lead: 'The accounts at other services that Foyer works with: how each one is, and what was called.',
  list: 'Services',
  unconnected: 'Numbers that are not connected',
  notConnectedHere: (n: number) =>
    n === 1 ? 'is not connected. 1 message to it is waiting.' : `is not connected. ${counted(n)} messages to it are waiting.`,
  connectNumber: (id: string) => `connect it (phone number id ${id}) and they are read`,
  loadFailed: 'The connections could not be loaded',
  gone: 'There is no such connection. It may have been disconnected.',
  askAdmin: 'An admin of the workspace can connect it.',

  pill: {
    none: 'Not connected',
    connected: 'Connected',
    needs_reauth: 'Needs a new consent',
    error: 'Refused',
    disconnected: 'Disconnected',
    sandbox: 'Simulated',
    resting: 'Left alone for a moment',
  },
  well: 'The last call was answered.',
  unused: 'Nothing has been called yet.',
  simulated: 'The sandbox plays it: nothing leaves this machine, and no money is real.',
  testMoney: 'A test account: no money in it is real.',
  lastFailed: (reason: string) => `The last call failed. ${reason}`,
  resting: (reason: string) =>
    `It failed again and again, so Foyer leaves it alone and tries again by itself in a moment. ${reason}`,
  refused: (reason: string) => `${reason} Copy the key again from its pages, and replace it here.`,
  reauth: (reason: string) => `${reason} Somebody has to consent again.`,

  account: 'Account',
  kindOfAccount: 'Kind',
  kinds: { live: 'Real account', test: 'Test account', sandbox: 'Simulated' },
  scopes: 'Allowed',
  connectedAt: 'Connected',
  lastCall: 'Last call',
  never: 'Never',
  renewed: 'Renewed before',

  connect: 'Connect',
  connectReal: 'Connect a real account',
  connectRealTo: (title: string) => `Connect a real account of ${title}`,
  consentAgain: 'Consent again',
  consentAgainTo: (title: string) => `Consent again to ${title}`,
  connectTo: (title: string) => `Connect ${title}`,
  playIt: 'Use the sandbox',
  sandboxFor: (title: string) => `Use the sandbox for ${title}`,
  sandboxUsed: 'The sandbox plays it from now on.',
  connected: (title: string, account: string) => `${title} is connected${account === '' ? '' : `: ${account}`}.`,
  formText: 'The key is tried before it is stored, with a call that changes nothing. It is kept sealed and never shown again.',
  replaceText: 'The new key is tried first; then it takes the place of the old one. The address of the webhook stays.',
  missing: 'This is needed',
  optional: (label: string) => `${label} (optional)`,
  submitConnect: 'Try and connect',
  submitReplace: 'Try and replace',
  cancel: 'Cancel',
  close: 'Close',
  changeFailed: 'That did not work',

  change: (title: string) => `Change the connection to ${title}`,
  replace: 'Replace the key',
  replaceTitle: (title: string) => `Replace the key of ${title}`,
  test: 'Test the connection',
  testWell: (milliseconds: number) => `It works: answered in ${counted(milliseconds)} ms.`,
  testAccount: (account: string) => `The account is ${account}.`,
  testFailed: 'It does not work',
  disconnect: 'Disconnect',
  disconnectTitle: (title: string) => `Disconnect ${title}?`,
  disconnectText:
    'Foyer forgets the credentials at once: no payment, message or mail goes over it any more. What was done stays. To change the key, replace it instead.',
  disconnectPayments:
    'Open checkouts are ended first. Razorpay orders cannot be ended: Foyer keeps the key for up to a week, only to see what is still paid.',
  keep: 'Keep it',
  disconnectIt: 'Disconnect it',
  disconnected: (title: string) => `${title} is disconnected.`,
  disconnectedOpen: (title: string, n: number) =>
    n === 1
      ? `${title} is disconnected. 1 open checkout is being ended.`
      : `${title} is disconnected. ${counted(n)} open checkouts are being ended.`,

  stands: 'How it stands',
  webhook: 'Webhook',
  webhookAddress: 'address of the webhook',
  webhookReady: 'It tells Foyer of everything as it happens. Nothing is to be done.',
  webhookWaiting: 'Foyer is registering its webhook.',
  webhookByHand: {
    stripe:
      'Add this address in Stripe → Developers → Webhooks, choose all checkout, payment, charge and dispute events, and store the signing secret with “Replace the key”.',
    razorpay:
      'Add this address in Razorpay → Account & settings → Webhooks with a secret of your own and all payment, order, refund and dispute events, and store the secret with “Replace the key”.',
    twilio:
      'Set this address in the Twilio Console, as POST: as the Voice request address of the TwiML app and of the number, and as their status callback.',
    whatsapp:
      'Add this address in Meta for Developers → your app → WhatsApp → Configuration with the verify token that you typed here, and subscribe to “messages” and “message_template_status_update”.',
  },
  webhookMeanwhile: {
    twilio: 'Until then nobody can be called, and no call comes in.',
    stripe: 'Until then payments are found too, a few minutes later.',
    razorpay: 'Until then payments are found too, a few minutes later.',
    whatsapp: 'Until then no message comes in.',
  },

  calls: 'Calls',
  callsText: 'What was called and how it ended, the last thousand of 30 days. What was said is not kept.',
  callsFailed: 'The calls could not be loaded',
  noCalls: 'Nothing has been called yet',
  noCallsText: 'Test the connection to see a call here.',
  outcomes: {
    ok: 'Answered',
    refused: 'Refused',
    rate_limited: 'Slow down',
    failed: 'Failed',
    cut: 'Broke off',
    timed_out: 'Too slow',
    no_answer: 'No answer',
  },
  answered: (status: number) => `answered ${status}`,
  tries: (n: number) => `${counted(n)} tries`,
  took: (milliseconds: number) => `${counted(milliseconds)} ms`,
  requestId: 'request id',
})
