import { errors } from '#core/errors.ts'

export const editErrors = errors({
  record_changed: {
    status: 409,
    message: 'It was changed meanwhile.',
    fix: '`changed` lists each field whose value is no longer the one in `was`: its value now, and who set it when. Send the call again with that value in `was`, or leave the field out.',
  },
})
