import { module } from '#core/module.ts'
import { deleteRecords } from './delete-records.ts'
import { binEvents } from './events.ts'
import { forgetLateRuns } from './forgotten-workflows.ts'
import { listBin } from './list-bin.ts'
import { recordsRemoved } from './moments.ts'
import { recountNotices } from './recount-notices.ts'
import { removeFromBin } from './remove-from-bin.ts'
import { restoreEntered } from './restore-entered.ts'
import { restoreOnNews } from './restore-on-news.ts'
import { restoreRecords } from './restore-records.ts'
import { binRetention } from './retention.ts'

/** What was deleted, for the days in which it can be restored. */
export const binModule = module({
  title: 'Bin',
  actions: [listBin, deleteRecords, restoreRecords, removeFromBin],
  reactions: [restoreOnNews, forgetLateRuns, recountNotices],
  moments: [recordsRemoved],
  within: [restoreEntered],
  events: [binEvents],
  scopes: {
    'bin:read': 'Read which records were deleted',
    'bin:write': 'Delete contacts, companies, leads, deals and tasks, and restore them',
  },
  retention: [binRetention],
  owns: [],
})
