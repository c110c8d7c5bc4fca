import { type Config, hasSandbox } from '#config'
import type { WorkflowCaps } from '#shapes/workflow-caps.ts'

/** The operator’s caps of workflows. */
export const workflowCapsOf = (config: Config): WorkflowCaps => ({
  nodes: config.WORKFLOW_MAX_NODES,
  definitionBytes: config.WORKFLOW_MAX_BYTES,
  branches: config.WORKFLOW_MAX_BRANCHES,
  items: config.WORKFLOW_MAX_ITEMS,
  steps: config.WORKFLOW_MAX_STEPS,
  outputBytes: config.WORKFLOW_MAX_OUTPUT_BYTES,
  runBytes: config.WORKFLOW_MAX_RUN_BYTES,
  depth: config.WORKFLOW_MAX_DEPTH,
  openRuns: config.WORKFLOW_MAX_OPEN_RUNS,
  runsAMonth: config.WORKFLOW_MAX_RUNS_PER_MONTH,
  startsAMinute: config.WORKFLOW_MAX_STARTS_PER_MINUTE,
  stepsAtOnce: config.WORKFLOW_STEPS_AT_ONCE,
})

/** What actions and jobs see of the configuration. */
export const settingsOf = (config: Config, publicUrl: () => string) => ({
  uploadMaxBytes: config.UPLOAD_MAX_BYTES,
  retention: { eventsDays: config.EVENTS_RETENTION_DAYS, auditDays: config.AUDIT_RETENTION_DAYS },
  uploadsMost: { files: config.UPLOAD_MAX_FILES, bytes: config.UPLOAD_MAX_BYTES_PER_WORKSPACE },
  allowedOriginDomain: config.ALLOWED_ORIGIN_DOMAIN,
  allowedTargets: config.OUTGOING_ALLOWED_PRIVATE,
  hasSandbox: hasSandbox(config),
  strangers: {
    openOfRecipient: config.MAX_OPEN_BOOKINGS_PER_RECIPIENT,
    mailsADayOfRecipient: config.MAX_BOOKING_MAILS_PER_RECIPIENT,
    bookingsAnHourOfNetwork: config.MAX_BOOKINGS_PER_NETWORK,
  },
  workflows: workflowCapsOf(config),
  calendarPollMs: config.CALENDAR_POLL_SECONDS * 1_000,
  crmStallMs: config.CRM_STALL_SECONDS * 1_000,
  crmGiveUpMs: config.CRM_GIVE_UP_SECONDS * 1_000,
  aiFirstTextMs: config.AI_FIRST_TEXT_SECONDS * 1_000,
  aiAnswerMs: config.AI_ANSWER_SECONDS * 1_000,
  mailPollMs: config.MAIL_POLL_SECONDS * 1_000,
  mailFirstDays: config.MAIL_FIRST_DAYS,
  get publicUrl() {
    return publicUrl()
  },
})
