import type { z } from 'zod'
import { choice } from '#shapes'

/** What a member says of a call that they made or took with their own telephone. */
export const CallOutcome = choice('CallOutcome', ['reached', 'left_message', 'no_answer', 'busy', 'wrong_number'])
export type CallOutcome = z.output<typeof CallOutcome>
