import { errors } from '#core/errors.ts'
import { mostRecords, mostUnderWay } from './limits.ts'

export const bulkChangeErrors = errors({
  bulk_change_not_found: {
    status: 404,
    message: 'The bulk change does not exist.',
    fix: 'It may be older than 30 days, or belong to another workspace.',
  },
  bulk_change_wrong_state: {
    status: 409,
    message: 'The state of the bulk change does not allow this.',
    fix: 'Check its state with `show-bulk-change`.',
  },
  bulk_change_unfit: {
    status: 400,
    message: 'Records of this kind cannot be changed in this way.',
    fix: 'See `change-records`: it says which changes each kind has.',
  },
  bulk_change_too_many: {
    status: 400,
    message: `<N> records match. One change takes at most ${mostRecords.toLocaleString('en')}.`,
    fix: 'Add a condition to the filter, and change the rest afterwards.',
  },
  bulk_change_queue_full: {
    status: 409,
    message: `${mostUnderWay} bulk changes of this workspace are under way.`,
    fix: 'Wait until one is done, or cancel one.',
  },
  bulk_change_author_gone: {
    status: 409,
    message: 'The member or key that started it no longer has access to this workspace.',
    fix: 'A member can start the change again for the records that are left.',
  },
})
