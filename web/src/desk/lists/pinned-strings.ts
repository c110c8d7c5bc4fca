import { counted } from '#web/i18n/format.ts'
import { messages } from '#web/i18n/strings.ts'

/** Apart, because the views that are pinned stand on every page. */
export const strings = messages('desk/lists/pinned-strings', {
  pinned: 'Pinned views',
  atLeast: (n: number) => `${counted(n)}+`,
})
