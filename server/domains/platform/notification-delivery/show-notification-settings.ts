import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { findRecipient } from './recipients.ts'
import { NotificationSettings, showSettings } from './shown-settings.ts'

export const showNotificationSettings = action({
  name: 'show-notification-settings',
  summary: 'Show how you are notified',
  description: 'By topic: in the app, by email and by push; with quiet hours and the browsers that are pushed to.',
  who: 'member',
  transports: ['gateway'],
  effect: 'read',
  input: z.object({}),
  output: z.object({ settings: NotificationSettings }),
  errors: [transportErrors.not_signed_in],
  examples: [{ title: 'Yours', input: {} }],

  async run(_input, { db, org, person, fail }) {
    const recipient = await findRecipient(db, org.id, person.id)
    if (!recipient) throw fail('not_signed_in')
    return { settings: await showSettings(db, org.id, recipient) }
  },
})
