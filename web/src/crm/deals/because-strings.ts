import { counted } from '#web/i18n/format.ts'
import { messages } from '#web/i18n/strings.ts'

/** Why a member owns a deal, on its page and in timelines. */
export const strings = messages('crm/deals/because-strings', {
  wereAway: (n: number) => (n === 1 ? '1 person away' : `${counted(n)} people away`),
  roundRobin: (away: string) =>
    away === '' ? 'Round robin: fewest deals assigned' : `Round robin: fewest deals assigned (${away})`,
  noOneAvailable: 'Unassigned: no one was available',
  assignedByHand: 'Assigned manually',
  assignedBy: (name: string) => `Assigned by ${name}`,
})
