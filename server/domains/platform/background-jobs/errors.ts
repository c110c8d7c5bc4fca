import { errors } from '#core/errors.ts'

export const backgroundJobErrors = errors({
  work_not_found: {
    status: 404,
    message: 'No such work waits, runs or has stopped.',
    fix: 'It may be done by now, or somebody decided about it: look at the list again.',
  },
  work_under_way: {
    status: 409,
    message: 'This work is being done at this moment.',
    fix: 'Look again when it has ended.',
  },
  work_held: {
    status: 409,
    message: 'This work is held after a restore.',
    fix: 'An owner of the workspace releases it with the others of its kind: Settings → Background work.',
  },
  work_not_stopped: {
    status: 409,
    message: 'This work has not been tried yet.',
    fix: 'What waits for its first try is not given up; look again when it has failed.',
  },
  work_unknown: {
    status: 409,
    message: 'This version of Foyer does not know this work any more.',
    fix: 'Give it up, or replay it with the version that it is from.',
  },
})
