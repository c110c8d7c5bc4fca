import { counted } from '../words/format.ts'
import { messages } from '../words/messages.ts'

/** What is said of calls. */
export const words = messages({
  title: 'Calls',
  lead: 'The number that calls come from and that rings here, and where may be called.',

  call: 'Call',
  callTo: (name: string) => `Call ${name}`,
  callFailed: 'The call could not begin',
  ownPhone: 'Your own telephone places this call: Foyer does not carry the sound of a real one yet, and does not list it.',
  inSandbox: 'Opens the sandbox, where you are both sides.',

  calls: 'Calls',
  callsFailed: 'The calls could not be loaded',
  none: 'No call yet',
  noneText: 'Calls to them and from them stand here, with how they ended.',
  noneAtAll: 'Calls out of the app and to your number stand here, with how they ended.',
  noneMissed: 'No call was missed',
  all: 'All',
  missed: 'Missed',
  filter: 'Which calls',
  states: {
    queued: 'About to ring',
    ringing: 'Ringing',
    in_progress: 'Talking',
    completed: 'Answered',
    busy: 'Busy',
    no_answer: 'No answer',
    canceled: 'Given up',
    failed: 'Failed',
    refused: 'Not put through',
  },
  missedCall: 'Missed',
  refused: {
    not_a_number: 'What was dialled is no telephone number.',
    country_not_allowed: 'Calls to this country are not allowed.',
    premium_rate: 'The number charges whoever calls it.',
    not_a_member: 'Whoever called, or was called, is not a member.',
    by_a_program: 'Nobody here asked for it.',
  },
  incoming: 'Call from',
  outgoing: 'Call to',
  colleague: 'a colleague',
  withPerson: (name: string) => `with ${name}`,
  ofPerson: (name: string) => `by ${name}`,
  seconds: (n: number) => `${counted(n)} s`,
  minutes: (n: number) => `${counted(n)} min`,

  account: 'The account',
  loadFailed: 'How calls go could not be loaded',
  modes: { live: 'Real account', test: 'Trial account', sandbox: 'Simulated' },
  notConnected: 'Not connected',
  notConnectedText: 'Connect Twilio, and people can be called from their page.',
  notUsed: 'Nobody has called yet. The sandbox plays the telephones from the first call on.',
  number: 'Number',
  toConnections: 'Connections',
  webhook: 'Where its calls go',
  webhookText:
    'Set this address in the Twilio Console, as POST: as the Voice request address of the TwiML app and of the number, and as their status callback.',
  webhookReady: 'The sandbox knows this address. Nothing is to be done.',
  webhookLabel: 'address for calls',
  ringing:
    'Browsers here do not ring yet when somebody calls over a real account: such a call is written down, and whoever called has to be called back.',

  countries: 'Where may be called',
  countriesText:
    'Only numbers in these countries are dialled, and never one that charges whoever calls it: a stolen browser cannot run up a bill abroad.',
  countriesField: 'Countries',
  countriesDefault: (names: string) => `As long as none is chosen: ${names}.`,
  countriesNone: 'As long as none is chosen: none.',
  noSuchCountry: 'No such country',
  onlyAdmins: 'An admin of the workspace can change this.',
  save: 'Save',
  saved: 'Saved.',
  close: 'Close',

  tryIt: 'Try it',
  tryText: 'Be somebody who calls your number, answer or do not, and see here what becomes of it. No telephone rings.',
  usePhone: 'Open the telephones',
  useSandbox: 'Use the sandbox',
  tryReal: 'Call your number from your own telephone. A moment after you hang up the call stands below.',
})
