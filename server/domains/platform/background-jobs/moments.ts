import { moment, question } from '#core/within.ts'

/**
 * A job is not tried any more: its tries are used up, or an admin has discarded it. `data` is what it was ordered with. Not told while
 * another job with the same data goes on. A module may be told of one job more than once.
 */
export const workGivenUp = moment<{
  readonly name: string
  readonly data: unknown
  readonly why: 'tries_used_up' | 'discarded'
}>('background-job.given-up')

/** What needs a person and rests in a module above, where its own pages show it: how many there are. */
export const workElsewhere = question<
  null,
  { readonly name: 'workflow_runs'; readonly failed: number; readonly paused: number }
>('background-job.elsewhere')
