import assert from 'node:assert/strict'
import type { Someone, TestApp } from './app.ts'
import { ask } from './requests.ts'
import { until } from './until.ts'
import { publish, start, untilRun } from './workflows.ts'

const choices = [
  { id: 'approve', label: 'Approve' },
  { id: 'reject', label: 'Reject' },
]
const trigger = { kind: 'request', open_to: 'member', subject: 'deal' }

export interface AskedStep {
  readonly runId: string
  readonly stepId: string
  readonly workflowId: string
}

/** Publishes a workflow that asks, by the mark `ask`, and ends with what was chosen. */
export const publishStep = (app: TestApp, as: Someone, step: object, more: object = {}): Promise<{ id: string }> =>
  publish(app, as, {
    name: 'Send the offer',
    trigger: { kind: 'request', open_to: 'member', ...more },
    nodes: [
      {
        ...{ id: 'ask', kind: 'person', heading: 'Shall the offer go out?', text: 'A kitchen for 12,000 €.', choices },
        ...{ next: { approve: 'yes', reject: 'no', timeout: 'late' }, ...step },
      },
      { id: 'yes', kind: 'stop', reason: 'approved' },
      { id: 'no', kind: 'stop', reason: 'rejected' },
      { id: 'late', kind: 'stop', reason: 'late' },
    ],
  })

/** Starts it, and waits until it asks. */
export const beginStep = async (app: TestApp, as: Someone, workflowId: string, more: object = {}): Promise<AskedStep> => {
  const runId = await start(app, as, workflowId, {}, more)
  const { steps } = await untilRun(app, as, runId, 'waiting')
  return { runId, workflowId, stepId: steps.find(({ wait }) => wait)?.wait?.id ?? '' }
}

export const askStep = async (app: TestApp, as: Someone, step: object): Promise<AskedStep> =>
  beginStep(app, as, (await publishStep(app, as, step)).id)

/** Asks about a deal. */
export const askAboutDeal = async (app: TestApp, as: Someone, step: object, dealId: string): Promise<AskedStep> =>
  beginStep(app, as, (await publishStep(app, as, step, trigger)).id, { subjectId: dealId })

export interface SentMail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** The mails of the sandbox to an address, the oldest first; waits until there are so many. */
export const mailsTo = async (app: TestApp, email: string, least: number): Promise<SentMail[]> => {
  let found: SentMail[] = []
  await until(`${least} mails to ${email}`, async () => {
    const all = (await ask(`${app.url}/sandbox/mail`)).body as unknown as SentMail[]
    found = all.filter(({ to }) => to.includes(email))
    return found.length >= least
  })
  return found
}

/** The token in the newest mail to a client. */
export const tokenTo = async (app: TestApp, email: string, least = 1): Promise<string> => {
  const mails = await mailsTo(app, email, least)
  const tokens = mails.flatMap(({ text }) => /\/step\/([\w-]+)/.exec(text)?.[1] ?? [])
  assert.equal(tokens.length, mails.length)
  return tokens[0] ?? ''
}
