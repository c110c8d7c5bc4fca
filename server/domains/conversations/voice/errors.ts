import { errors } from '#core/errors.ts'

export const voiceErrors = errors({
  calls_not_connected: {
    status: 409,
    message: 'No voice provider is connected.',
    fix: 'Connect Twilio in Settings → Connections.',
  },
  call_not_found: {
    status: 404,
    message: 'The call does not exist.',
    fix: 'It may have been deleted, or belong to another workspace.',
  },
  call_not_logged: {
    status: 409,
    message: 'This call was recorded by the phone provider.',
    fix: 'Only calls that were logged by hand can be changed.',
  },
  call_of_other: {
    status: 403,
    message: 'This call was logged by someone else.',
    fix: 'Its author and admins can change it.',
  },
})
