import { messages } from '#web/i18n/strings.ts'

/** What the audit log says of each action, after who called it. */
export const audit = messages('platform/organizations/sentences', {
  'switch-organization': { done: 'switched workspaces', tried: 'tried to switch workspaces' },
  'update-workspace': { done: 'changed workspace settings', tried: 'tried to change workspace settings' },
  'clear-demo': { done: 'removed the demo data', tried: 'tried to remove the demo data' },
  'seed-demo': { done: 'loaded demo data', tried: 'tried to load demo data' },
})
