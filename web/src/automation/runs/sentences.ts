import { messages } from '#web/i18n/strings.ts'
import { type NoticeSentences, factText as text } from '#web/module.ts'

/** What the audit log says of each action, after who called it. */
export const audit = messages('automation/runs/sentences#audit', {
  'cancel-run': { done: 'cancelled a run of a workflow', tried: 'tried to cancel a run of a workflow' },
  'execute-workflow': { done: 'started a workflow', tried: 'tried to start a workflow' },
  process_queue: { done: 'processed what was due in the queue', tried: 'tried to process what was due in the queue' },
  'replay-run': { done: 'replayed a run of a workflow', tried: 'tried to replay a run of a workflow' },
  'resume-run': { done: 'resumed a run of a workflow', tried: 'tried to resume a run of a workflow' },
  'resume-workflow': { done: 'answered a step of a workflow', tried: 'tried to answer a step of a workflow' },
  'retry-run': { done: 'retried a run of a workflow', tried: 'tried to retry a run of a workflow' },
  'settle-effect': {
    done: 'decided whether a step of a workflow was done',
    tried: 'tried to decide whether a step of a workflow was done',
  },
})

const strings = messages('automation/runs/sentences', {
  failed: (workflow: string) => `A run of “${workflow}” failed`,
  paused: (workflow: string) => `A run of “${workflow}” is paused`,
  failedText: 'Open the run, fix the cause and retry it.',
  stopped: (workflow: string) => `“${workflow}” was stopped by a guard`,
  guards: {
    loop: (chain: string) => `Workflows start each other in a loop: ${chain}`,
    same_subject: () => 'It started again and again for the same record.',
    too_many_runs: () => 'The workspace has too many runs that have not ended.',
    too_many_runs_this_month: () => 'The workspace has started as many runs as it may this month.',
    not_understood: () => 'This version of Foyer cannot read the published version. Publish it again.',
  },
})

export const notices: NoticeSentences = {
  workflow_run_failed: ({ facts }) => {
    const workflow = text(facts.workflow)
    const isPaused = facts.state === 'paused'
    return {
      title: isPaused ? strings.paused(workflow) : strings.failed(workflow),
      text: text(facts.reason) || strings.failedText,
      tone: isPaused ? 'warn' : 'bad',
      link: { to: '/workflows/runs/$runId', params: { runId: text(facts.run) } },
    }
  },
  workflow_stopped: ({ facts, subject_id: workflowId }) => {
    const guard = strings.guards[text(facts.guard) as keyof typeof strings.guards] ?? strings.guards.same_subject
    return {
      title: strings.stopped(text(facts.workflow)),
      text: guard(text(facts.chain)),
      tone: 'bad',
      link: { to: '/workflows/$workflowId', params: { workflowId } },
    }
  },
}
