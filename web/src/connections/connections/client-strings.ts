import { counted } from '#web/i18n/format.ts'
import { messages } from '#web/i18n/strings.ts'

export const clientStrings = messages('connections/connections/client-strings', {
  title: (service: string) => `OAuth client for ${service}`,
  loadFailed: 'The OAuth client could not be loaded',
  text: (service: string) =>
    `${service} lets programs in that it knows. Register Foyer there once; then your team can connect accounts.`,
  simulated: 'Until then, the sandbox simulates the service.',
  operator: 'Your operator has registered one. A client of your own replaces it for this workspace.',
  steps: 'Register Foyer',
  open: 'Open the service, and go to:',
  redirect: 'Add this redirect URL',
  redirectLabel: 'redirect URL',
  scopes: 'Allow these permissions, if it asks',
  copy: 'Copy the client id and the secret here',
  clientId: 'Client id',
  clientSecret: 'Client secret',
  secretHint: 'It is stored encrypted and never shown again.',
  keepHint: 'Leave it empty to keep the saved secret.',
  missing: 'Required',
  save: 'Save client',
  saved: (service: string) => `The OAuth client for ${service} is saved.`,
  remove: 'Remove client',
  removeTitle: (service: string) => `Remove the OAuth client for ${service}?`,
  removeText: (n: number) =>
    n === 0
      ? 'Its secret is deleted now. No account was connected with it.'
      : `Its secret is deleted now. ${n === 1 ? '1 account' : `${counted(n)} accounts`} connected with it must be connected again.`,
  removed: (service: string) => `The OAuth client for ${service} is removed.`,
  keep: 'Keep client',
  inUse: (n: number) => (n === 1 ? '1 account was connected with it.' : `${counted(n)} accounts were connected with it.`),
  others: 'Accounts connected with another client keep it until they are connected again.',
})
