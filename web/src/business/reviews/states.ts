import type { Review } from '#web/wire.ts'
import { strings } from './strings.ts'

type Tone = 'good' | 'warn' | 'bad' | 'accent' | undefined
type Asked = NonNullable<Review['asked_reply']>

const tones: Readonly<Record<Asked['state'], Tone>> = {
  sending: 'accent',
  sent: 'good',
  pending: 'warn',
  rejected: 'bad',
  failed: 'bad',
  removed: undefined,
  replaced: undefined,
}

/** How it stands with the reply to a review, in a word; undefined where there is none. */
export const replyStanding = ({ reply, asked_reply: asked }: Review): { tone: Tone; word: string } | undefined => {
  if (asked && asked.state !== 'removed' && asked.state !== 'replaced') {
    const word = asked.state === 'sending' && asked.text === null ? strings.states.removing : strings.states[asked.state]
    return { tone: tones[asked.state], word }
  }
  if (!reply) return undefined
  if (reply.standing === 'rejected') return { tone: tones.rejected, word: strings.states.rejected }
  if (reply.standing === 'pending') return { tone: tones.pending, word: strings.states.pending }
  return { tone: tones.sent, word: strings.states.sent }
}
