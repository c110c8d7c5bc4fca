import { held } from '#core/held.ts'
import { doEffectJob } from './effects.ts'

/** Whether a message went out before a backup was made is unknown; what is in a calendar is found there. */
export const heldEffects = held({ name: 'steps after bookings', kind: 'messages', jobs: [doEffectJob] })
