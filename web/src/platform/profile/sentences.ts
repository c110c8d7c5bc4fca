import { messages } from '#web/i18n/strings.ts'

/** What the audit log says of each action, after who called it. */
export const audit = messages('platform/profile/sentences', {
  'add-passkey': { done: 'added a passkey', tried: 'tried to add a passkey' },
  'change-password': { done: 'changed their password', tried: 'tried to change their password' },
  'confirm-totp': { done: 'turned on two-factor codes', tried: 'tried to turn on two-factor codes' },
  'end-other-sessions': { done: 'signed out their other sessions', tried: 'tried to sign out their other sessions' },
  'end-session': { done: 'signed out one of their sessions', tried: 'tried to sign out one of their sessions' },
  'remove-passkey': { done: 'removed a passkey', tried: 'tried to remove a passkey' },
  'remove-totp': { done: 'turned off two-factor codes', tried: 'tried to turn off two-factor codes' },
  'renew-recovery-codes': { done: 'created new recovery codes', tried: 'tried to create new recovery codes' },
  'start-passkey': { done: 'started adding a passkey', tried: 'tried to add a passkey' },
  'start-totp': { done: 'started setting up two-factor codes', tried: 'tried to set up two-factor codes' },
  'update-profile': {
    done: 'changed their name, time zone or language',
    tried: 'tried to change their name, time zone or language',
  },
})
