import { held } from '#core/held.ts'
import { module } from '#core/module.ts'
import { announceHumanStep } from './announce-human-step.ts'
import { announceHumanSteps } from './announce-human-steps.ts'
import { answerLinkedStep } from './answer-linked-step.ts'
import { delegateHumanStep } from './delegate-human-step.ts'
import { humanStepErrors } from './errors.ts'
import { listHumanSteps } from './list-human-steps.ts'
import { passOnStepsOfLeavers } from './pass-on-steps-of-leavers.ts'
import { remindHumanSteps } from './remind-human-steps.ts'
import { showHumanStep } from './show-human-step.ts'
import { showLinkedStep } from './show-linked-step.ts'
import { stepPages } from './step-pages.ts'
import { takeOverHumanSteps } from './take-over-human-steps.ts'

/** Steps of workflows that wait for a person: whom they ask, their reminders, and the pages on which they are answered. */
export const humanStepsModule = module({
  title: 'Human steps',
  actions: [listHumanSteps, showHumanStep, delegateHumanStep, showLinkedStep, answerLinkedStep],
  jobs: [announceHumanStep, remindHumanSteps],
  routes: [stepPages],
  reactions: [announceHumanSteps, passOnStepsOfLeavers],
  within: [takeOverHumanSteps],
  // Whom a step asks may have been notified in the time that is lost with a restore.
  held: [held({ name: 'requests to people', kind: 'workflows', jobs: [announceHumanStep] })],
  errors: humanStepErrors,
  owns: ['directory.human_step_links'],
})
