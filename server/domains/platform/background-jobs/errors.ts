import { errors } from '#core/errors.ts'

export const backgroundJobErrors = errors({
  work_not_found: {
    status: 404,
    message: 'This background work does not exist.',
    fix: 'It may be done or already decided: reload the list.',
  },
  work_under_way: {
    status: 409,
    message: 'This work is running.',
    fix: 'Try again when it has finished.',
  },
  work_held: {
    status: 409,
    message: 'This work is held after a restore.',
    fix: 'An owner of the workspace releases all held work of its kind in Settings → Background jobs.',
  },
  work_not_stopped: {
    status: 409,
    message: 'This work has not been attempted yet.',
    fix: 'A job can only be discarded after its first attempt has failed.',
  },
  work_unknown: {
    status: 409,
    message: 'This version of Foyer does not know this kind of work.',
    fix: 'Discard it, or retry it with the version that created it.',
  },
})
