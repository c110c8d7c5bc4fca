import { held } from '#core/held.ts'
import { module } from '#core/module.ts'
import { endAtDisconnection, resumeAtConnection } from './at-connections.ts'
import { cancelSync } from './cancel-sync.ts'
import { crmStartSync } from './crm-start-sync.ts'
import { crmSyncHistory } from './crm-sync-history.ts'
import { crmSyncStatus } from './crm-sync-status.ts'
import { decideCrmConflict } from './decide-crm-conflict.ts'
import { syncErrors } from './errors.ts'
import { syncEvents } from './events.ts'
import { giveOwnFields } from './give-own-fields.ts'
import { heldSyncs } from './held-syncs.ts'
import { lastSyncTimes } from './last-sync-times.ts'
import { linkedSyncs } from './linked-syncs.ts'
import { listCrmConflicts } from './list-crm-conflicts.ts'
import { syncNotices } from './notices.ts'
import { pinCrmValue } from './pin-crm-value.ts'
import { queueSyncWebhooks } from './queue-sync-webhooks.ts'
import { recoverSyncWebhooks } from './recover-sync-webhooks.ts'
import { resumeSync } from './resume-sync.ts'
import { cleanableDetails, syncDetailRetention, syncHistoryRetention } from './retention.ts'
import { runSync } from './run-sync.ts'
import { saveCrmMapping } from './save-crm-mapping.ts'
import { showCrmMapping } from './show-crm-mapping.ts'
import { showCrmRecord } from './show-crm-record.ts'
import { startDueSyncs } from './start-due-syncs.ts'
import { startSyncWebhooks } from './start-sync-webhooks.ts'
import { undoSync } from './undo-sync.ts'
import { undoSyncRun } from './undo-sync-run.ts'
import { watchSyncs } from './watch-syncs.ts'

/** Records of a CRM and what stands for them here: read, compared, certified, written back, taken back. */
export const syncModule = module({
  title: 'CRM sync',
  actions: [
    ...[crmStartSync, crmSyncStatus, crmSyncHistory, cancelSync, resumeSync, undoSync],
    ...[showCrmMapping, saveCrmMapping, listCrmConflicts, decideCrmConflict, showCrmRecord, pinCrmValue],
  ],
  jobs: [runSync, undoSyncRun, watchSyncs, startDueSyncs, queueSyncWebhooks],
  errors: syncErrors,
  events: [syncEvents],
  reactions: [startSyncWebhooks, giveOwnFields],
  notices: syncNotices,
  retention: [syncDetailRetention, syncHistoryRetention],
  within: [cleanableDetails, linkedSyncs, lastSyncTimes, resumeAtConnection, endAtDisconnection, recoverSyncWebhooks],
  held: [held({ name: 'CRM syncs', kind: 'syncs', rows: { ...heldSyncs, job: runSync } })],
  owns: [
    ...['crm_settings', 'sync_jobs', 'sync_links', 'sync_waiting', 'sync_changes', 'sync_errors', 'sync_conflicts'],
    ...['sync_rehearsed', 'sync_samples', 'sync_intents', 'sync_webhooks', 'sync_pins'],
  ],
})
