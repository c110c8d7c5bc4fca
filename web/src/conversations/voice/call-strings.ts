import { messages } from '#web/i18n/strings.ts'

/** What the button that calls says, on many pages. */
export const strings = messages('conversations/voice/call-strings', {
  call: 'Call',
  callTo: (name: string) => `Call ${name}`,
  callFailed: 'The call could not be started',
  ownPhone: 'Your own phone places this call. Log it afterwards on the contact’s page.',
  ofDemo: 'Demo data: this number is not called.',
  inSandbox: 'Opens the sandbox, where you play both sides.',
})
