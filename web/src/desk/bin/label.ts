import { messages } from '#web/i18n/strings.ts'

/** What the button says before its window is there. */
export const label = messages('desk/bin/label', { remove: 'Delete' })
