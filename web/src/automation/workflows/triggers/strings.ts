import { counted, listed } from '#web/i18n/format.ts'
import { messages } from '#web/i18n/strings.ts'

export const strings = messages('automation/workflows/triggers/strings', {
  nextTimes: (times: readonly string[]) => `Next, in your time zone: ${listed(times)}`,

  repeatsIn: 'Recognize repeats by',
  repeatsAs: { usual: 'The header webhook-id', header: 'Another header', body: 'A field of the body' },
  repeatHeader: 'Header with the message ID',
  repeatField: 'Field with the message ID',
  repeatFieldHint: 'Its name, or a path such as /event/id',

  urlTitle: 'Webhook URL',
  noUrl: 'No URL yet. Create it, then enter it in the system that sends the requests.',
  createUrl: 'Create URL and secret',
  urlEnds: 'URL',
  endsWith: (hint: string) => `ends with ${hint}`,
  secretEnds: 'Secret',
  oldUrlUntil: 'Old URL works until',
  oldSecretUntil: 'Old secret works until',
  lastRequest: 'Last request',
  noRequest: 'None yet',
  refused: 'Rejected',
  refusedCount: (n: number) => `${counted(n)} without valid proof`,
  rollUrl: 'New URL',
  rollSecret: 'New secret',
  openTitle: 'Anyone with the URL can start this workflow',
  openText: 'Requests are not verified. Choose how they are verified, unless the sender can’t sign them.',

  rollUrlTitle: 'Replace the URL',
  rollUrlText: 'A new URL replaces it. Both work for a while, so you can update the sender.',
  rollUrlOverlap: 'Old URL works for another',
  rollSecretTitle: 'Replace the secret',
  rollSecretText: 'A new secret replaces it. Requests with either are accepted for a while, so you can update the sender.',
  rollSecretOverlap: 'Old secret works for another',
  noOverlap: 'Not at all: it stops now',

  madeTitle: 'Your webhook',
  madeText: 'Copy it now: it is shown once.',
  url: 'URL',
  secret: 'Secret',
  stored: 'I’ve stored it',
  whenPublished: 'Requests start runs once a version with a webhook trigger is published.',
})
