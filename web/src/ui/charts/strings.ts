import { messages } from '#web/i18n/strings.ts'

export const strings = messages('ui/charts/strings', {
  points: (chart: string) => `${chart}: points. Use the arrow keys.`,
  point: 'Time',
  none: 'None',
})
