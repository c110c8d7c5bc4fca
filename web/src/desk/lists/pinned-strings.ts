import { counted } from '#web/i18n/format.ts'
import { messages } from '#web/i18n/strings.ts'

/** Apart, because the views that are pinned stand on every page. */
export const strings = messages('desk/lists/pinned-strings', {
  pinned: 'Pinned views',
  pinHelp: 'Drag a view, or press Alt and an arrow key, to move it.',
  pinMoved: (name: string, place: number, of: number) => `${name}: position ${counted(place)} of ${counted(of)}.`,
  notOrdered: 'The order of the views could not be saved',
  atLeast: (n: number) => `${counted(n)}+`,
})
