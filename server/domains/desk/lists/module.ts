import { module } from '#core/module.ts'
import { countRecords } from './count-records.ts'
import { describeList } from './describe-list.ts'
import { listErrors } from './errors.ts'
import { viewEvents } from './events.ts'
import { exportRecords } from './export-records.ts'
import { listRecords } from './list-records.ts'
import { listSavedViews } from './list-saved-views.ts'
import { pinView } from './pin-view.ts'
import { removeView } from './remove-view.ts'
import { saveView } from './save-view.ts'
import { followMergedTag } from './view-tags.ts'

/** Lists of records: filters, sorts and saved views. */
export const listsModule = module({
  title: 'Lists',
  actions: [listRecords, countRecords, exportRecords, describeList, listSavedViews, saveView, pinView, removeView],
  errors: listErrors,
  events: [viewEvents],
  within: [followMergedTag],
  scopes: { 'lists:read': 'List and count records of every kind, with filters' },
  owns: ['saved_views', 'view_pins'],
})
