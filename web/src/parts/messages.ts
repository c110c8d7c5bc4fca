import { counted } from '../words/format.ts'
import { messages } from '../words/messages.ts'

/** What the shared pieces say. */
export const words = messages({
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Copying is not allowed here: select the text and copy it by hand.',
  loadOlder: 'Load older',
  loadingOlder: 'Loading older…',
  theEnd: 'That is everything.',
  requestId: 'Request id',
  tryAgain: 'Try again',
  newAbove: (n: number) => `${counted(n)} new above`,
  loading: 'Loading',
  copyThis: (label: string) => `Copy: ${label}`,
  close: 'Close',
  subscription: { none: 'Not subscribed', subscribed: 'Subscribed', unsubscribed: 'Unsubscribed' },
  subscriptionText: 'No lead ever changes this: a lead is an introduction, not a permission.',
  unreachable: 'Foyer cannot be reached right now.',
})

/** What a person can do about a failure; the server's own sentence says what happened. */
export const mends: Readonly<Record<string, string>> = messages({
  network: 'Check the connection. Nothing you see is lost; it is read again by itself.',
  file_missing: 'Load the page again.',
  server_error: 'Try again. If it stays, whoever runs this Foyer finds the request id in its log.',
  unavailable: 'Nothing was taken. Try again in a moment.',
  rate_limited: 'Wait a moment, then try again.',
  forbidden: 'Ask an owner or admin of the workspace.',
  not_signed_in: 'Sign in again.',
  conflict: 'Load the page again and repeat the change.',
  lead_not_found: 'It may have been removed, or the address is mistyped.',
  contact_not_found: 'It may have been removed, or the address is mistyped.',
  sign_in_failed: 'Check both. Capitals count in the password, not in the address.',
  link_invalid: 'Ask for a new one; a link works once.',
  code_wrong: 'Wait for the next code of the app, or use another recovery code.',
  totp_code_wrong: 'Wait for the next code of the app, and see that the clock of the phone is right.',
  password_wrong: 'Capitals count. If you have forgotten it, sign out and have a link for a new one sent.',
  passkey_refused: 'Use another passkey, or the address and password.',
  passkey_unusable: 'Make it with a device that asks for a fingerprint, a face or a PIN.',
  passkeys_need_domain: 'Whoever runs this Foyer gives it a name by PUBLIC_URL.',
  challenge_ended: 'Begin again.',
  mail_under_way: 'Look at it again in half a minute.',
  mail_body_gone: 'Have it written anew: invite again, or send another link.',
  webhook_disabled: 'Switch it on first.',
  webhook_not_found: 'It may have been removed a moment ago.',
  too_many_webhooks: 'Remove one that nobody needs, or have one program pass the events on.',
  last_owner: 'Make somebody else an owner first.',
  already_member: 'Find them in the list of members.',
  member_not_found: 'They may have been removed a moment ago.',
  invitation_not_found: 'It may have been accepted, withdrawn or replaced a moment ago.',
  session_not_found: 'It may have ended a moment ago.',
})
