import { errors } from '#core/errors.ts'

export const syncErrors = errors({
  sync_not_found: { status: 404, message: 'The sync does not exist.', fix: 'List the syncs with crm-sync-history.' },
  sync_running: {
    status: 409,
    message: 'Another sync of this connection is running.',
    fix: 'Wait until it is done, or cancel it with cancel-sync.',
  },
  sync_over: { status: 409, message: 'This sync is already over.', fix: 'Start another one with crm-start-sync.' },
  sync_not_resumable: {
    status: 409,
    message: 'This sync cannot be resumed.',
    fix: 'A sync that failed or was cancelled can be resumed until a later one is started. Start another one.',
  },
  sync_not_undoable: {
    status: 409,
    message: 'This sync cannot be undone.',
    fix: 'A sync can be undone for 30 days, once, when it is over; a rehearsal or an undo has nothing to undo.',
  },
  crm_not_connected: {
    status: 409,
    message: 'The CRM is not connected.',
    fix: 'Connect it again under Settings → Connections.',
  },
  crm_connection_not_found: {
    status: 404,
    message: 'The CRM connection does not exist.',
    fix: 'List the connections with crm-connections.',
  },
  sync_field_unknown: {
    status: 400,
    message: 'The CRM has no such field.',
    fix: 'Use a field that show-crm-mapping lists.',
  },
  sync_field_unfit: {
    status: 400,
    message: 'This field cannot be mapped like that.',
    fix: 'Map it to a field of the same kind of record; only fields that the CRM lets programs change can be written there.',
  },
  sync_record_not_linked: {
    status: 404,
    message: 'This record is not linked to a CRM.',
    fix: 'Values can be pinned on records that show-crm-record shows links of.',
  },
  sync_conflict_not_found: {
    status: 404,
    message: 'The conflict does not exist.',
    fix: 'List the open conflicts with list-crm-conflicts.',
  },
  sync_value_taken: {
    status: 409,
    message: 'Another record here has this value.',
    fix: 'Change the other record first, or merge the two, then decide again.',
  },
  sync_conflict_changed: {
    status: 409,
    message: 'One of the two values has changed since.',
    fix: 'Reload the conflicts, and decide on what they show now.',
  },
  sync_conflict_decided: { status: 409, message: 'This conflict was already decided.', fix: 'Reload the conflicts.' },
})
