import type { Proposal } from '#web/wire.ts'
import { strings } from './strings.ts'

export type Tone = 'good' | 'warn' | 'bad' | 'accent' | undefined

const tones: Readonly<Record<Proposal['status'], Tone>> = {
  draft: undefined,
  sent: 'warn',
  accepted: 'good',
  declined: 'bad',
  expired: undefined,
  withdrawn: undefined,
}

/** How it stands with a proposal, in a word. */
export const standingOf = ({ status }: Pick<Proposal, 'status'>): { tone: Tone; word: string } => ({
  tone: tones[status],
  word: strings.states[status],
})
