import { errors } from '#core/errors.ts'

export const rehearsalErrors = errors({
  rehearsal_not_found: {
    status: 404,
    message: 'The rehearsal does not exist.',
    fix: 'Rehearsals are kept for seven days: ask for another with rehearse-workflow.',
  },
  too_many_rehearsals: {
    status: 429,
    message: 'Five rehearsals of the workspace are waiting for their turn.',
    fix: 'Wait until one of them is over: list-rehearsals shows how far each has come.',
  },
})
