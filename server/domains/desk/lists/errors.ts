import { errors } from '#core/errors.ts'
import { mostSelected, mostViews } from './limits.ts'

export const listErrors = errors({
  list_filter_invalid: {
    status: 400,
    message: 'A condition of the filter does not fit its field.',
    fix: 'Call `describe-list`: it names the fields of the list, their operators and values.',
  },
  list_sort_invalid: {
    status: 400,
    message: 'The list cannot be sorted by this field.',
    fix: 'Call `describe-list`: it names the fields that a list can be sorted by.',
  },
  list_column_unknown: {
    status: 400,
    message: 'The list has no such column.',
    fix: 'Call `describe-list`: it names the columns of the list.',
  },
  list_export_too_many: {
    status: 400,
    message: `<N> records are named. One export takes at most ${mostSelected.toLocaleString('en')}.`,
    fix: 'Send a filter in place of ids, or export the records in parts.',
  },
  list_cursor_invalid: {
    status: 400,
    message: 'The cursor is of another list or order.',
    fix: 'Send `next_cursor` of a page with the same kind, filter and sort, or leave it out.',
  },
  view_not_found: {
    status: 404,
    message: 'The view does not exist.',
    fix: 'It may have been deleted, or its owner no longer shares it: list the views again.',
  },
  too_many_views: {
    status: 409,
    message: `You can have at most ${mostViews} saved views.`,
    fix: 'Delete views that you no longer use.',
  },
  too_many_shared_views: {
    status: 409,
    message: `A workspace can share at most ${mostViews} views.`,
    fix: 'Delete shared views that are no longer used, or save this one for yourself.',
  },
  view_of_colleague: {
    status: 403,
    message: 'This view belongs to a colleague.',
    fix: 'Save a copy, or ask its owner or an admin to change it.',
  },
})
