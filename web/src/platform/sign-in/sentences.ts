import { messages } from '#web/i18n/strings.ts'

/** What the audit log says of each action, after who called it. */
export const audit = messages('platform/sign-in/sentences', {
  'accept-invite': { done: 'accepted an invitation', tried: 'tried to accept an invitation' },
  'ask-password-reset': { done: 'requested a password reset', tried: 'tried to request a password reset' },
  'confirm-sign-in': { done: 'signed in with a code', tried: 'tried to sign in with a code' },
  'passkey-sign-in': { done: 'signed in with a passkey', tried: 'tried to sign in with a passkey' },
  'set-password': { done: 'set a password with a reset link', tried: 'tried to set a password with a reset link' },
  'set-up-workspace': { done: 'created the workspace', tried: 'tried to create the workspace' },
  'sign-in': { done: 'signed in with a password', tried: 'tried to sign in with a password' },
  'sign-out': { done: 'signed out', tried: 'tried to sign out' },
  'start-passkey-sign-in': { done: 'started signing in with a passkey', tried: 'tried to sign in with a passkey' },
})
