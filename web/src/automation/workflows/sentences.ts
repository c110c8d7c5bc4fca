import { messages } from '#web/i18n/strings.ts'

/** What the audit log says of each action, after who called it. */
export const audit = messages('automation/workflows/sentences', {
  'archive-workflow': { done: 'archived or restored a workflow', tried: 'tried to archive or restore a workflow' },
  'create-workflow': { done: 'created a workflow', tried: 'tried to create a workflow' },
  'discard-workflow-draft': { done: 'discarded a draft of a workflow', tried: 'tried to discard a draft of a workflow' },
  'import-workflow': { done: 'imported a workflow', tried: 'tried to import a workflow' },
  'publish-workflow': { done: 'published a workflow', tried: 'tried to publish a workflow' },
  'remove-http-credential': {
    done: 'removed credentials of HTTP steps',
    tried: 'tried to remove credentials of HTTP steps',
  },
  'restore-workflow-version': {
    done: 'started a draft from an older version of a workflow',
    tried: 'tried to start a draft from an older version of a workflow',
  },
  'save-http-credential': {
    done: 'saved credentials of HTTP steps',
    tried: 'tried to save credentials of HTTP steps',
  },
  'roll-workflow-hook': {
    done: 'created or replaced the webhook URL or secret of a workflow',
    tried: 'tried to create or replace the webhook URL or secret of a workflow',
  },
  'stop-workflow': { done: 'stopped or resumed workflows', tried: 'tried to stop or resume workflows' },
  'unpublish-workflow': { done: 'unpublished a workflow', tried: 'tried to unpublish a workflow' },
})
