import type { AnyAction } from '#core/actions/action.ts'
import { catalogue } from '#domains/catalogue.ts'
import { clientCode, curlCode, pythonCode } from './code-examples.ts'

interface Step {
  /** Markdown: what this call does, and what of its answer the next one takes. */
  readonly about: string
  readonly action: string
  readonly input: Readonly<Record<string, unknown>>
}

interface Task {
  readonly title: string
  readonly text: string
  readonly steps: readonly Step[]
}

const id = (n: number): string => `01980000-0000-7000-8000-00000000000${n}`

/** What integrators come for, each in a few calls. A test reads every input with the schema of its action. */
const tasks: readonly Task[] = [
  {
    title: 'Send leads from a program',
    text: 'Create a key with the scope `leads:write` in Settings → API keys. A 200 means that the lead is on disk. Send the same `external_id` again and it is the same lead, so a program may retry as often as it likes.',
    steps: [
      {
        about: '`lead_id` and `contact_id` of the answer are the records in the app.',
        action: 'create-lead',
        input: {
          email: 'maya@example.com',
          name: 'Maya Rao',
          company: 'Rao Interiors',
          source: 'Landing page',
          external_id: 'form-8812',
          consent: { basis: 'consent', source: 'Landing page', obtained_at: '2026-11-27' },
        },
      },
      {
        about: 'See how the request ended, beside those that were rejected and can be fixed and replayed.',
        action: 'list-deliveries',
        input: { limit: 10 },
      },
    ],
  },
  {
    title: 'Hear of what happens',
    text: 'A webhook posts events to your address until it answers with 2xx, for up to three days. Check `webhook-signature` with the secret of the answer; `webhook-id` is the same in every retry. All events are [here](/docs/events).',
    steps: [
      {
        about: 'Choose the events. The secret is shown once.',
        action: 'create-webhook',
        input: { url: 'https://example.com/hooks/foyer', eventTypes: ['lead.received', 'deal.closed'] },
      },
      {
        about: 'What was delivered, what waits, and what failed.',
        action: 'list-webhook-deliveries',
        input: { webhookId: id(1) },
      },
    ],
  },
  {
    title: 'Find and change records',
    text: 'One language of filters for every list: [`describe-list`](/docs/describe-list) names the fields and operators of a kind, your own fields and tags among them.',
    steps: [
      {
        about: 'Open deals of a colleague, the largest first.',
        action: 'list-records',
        input: { kind: 'deal', search: 'relaunch', sort: '-value', limit: 20 },
      },
      {
        about: 'Tag them; a tag that does not exist is created.',
        action: 'tag-records',
        input: { kind: 'deal', recordIds: [id(2), id(3)], add: ['VIP'] },
      },
      {
        about: 'Write what you know into fields of your own.',
        action: 'set-fields',
        input: { kind: 'deal', recordId: id(2), fields: { budget: { amount_minor: 1_250_000 } } },
      },
    ],
  },
  {
    title: 'From a deal to a paid invoice',
    text: 'Amounts are integers in the smallest unit of the currency. An invoice gets its number when it is sent, and is not changed afterwards.',
    steps: [
      {
        about: 'Open the deal, for a client who is new.',
        action: 'create-deal',
        input: {
          client: { name: 'Maya Rao', email: 'maya@example.com' },
          name: 'Website relaunch',
          valueMinor: 950_000,
          currency: 'EUR',
        },
      },
      {
        about: 'Draft the invoice.',
        action: 'create-invoice',
        input: {
          clientName: 'Maya Rao',
          clientEmail: 'maya@example.com',
          currency: 'EUR',
          lines: [{ description: 'Website relaunch', quantity: '1', unitMinor: 950_000, taxRate: '19' }],
        },
      },
      {
        about: 'Send it with its payment page. `invoiceId` is `invoice.id` of the draft.',
        action: 'send-invoice',
        input: { invoiceId: id(4) },
      },
      {
        about: 'Its state, as the payment provider has it.',
        action: 'show-invoice',
        input: { invoiceId: id(4) },
      },
    ],
  },
  {
    title: 'Book a meeting from your own page',
    text: 'Free times and bookings are public: the calls need no credential, only the workspace. Two meetings of one host cannot overlap, even if two people book at once.',
    steps: [
      {
        about: 'Hold nothing in your page: times are free until they are booked.',
        action: 'list-slots',
        input: {
          orgId: 'rao-studio',
          eventType: 'intro-call',
          from: '2026-12-01T00:00:00Z',
          to: '2026-12-08T00:00:00Z',
          timezone: 'Europe/Berlin',
        },
      },
      {
        about: 'Book one. A repeat of the same request is the same booking.',
        action: 'booking',
        input: {
          orgId: 'rao-studio',
          eventType: 'intro-call',
          name: 'Maya Rao',
          email: 'maya@example.com',
          date: 'Tuesday, 1 December',
          time: '10:00',
          isoTime: '2026-12-01T10:00:00+01:00',
          timezone: 'Europe/Berlin',
        },
      },
    ],
  },
]

export interface QuickStart {
  readonly title: string
  readonly text: string
  readonly steps: readonly {
    readonly about: string
    readonly action: string
    readonly curl: string
    readonly code: string
    readonly python: string
  }[]
}

const actionOf = (name: string): AnyAction => {
  const action = (catalogue as readonly AnyAction[]).find((each) => each.name === name)
  if (!action) throw new Error(`a quick start calls ${name}, which is no action`)
  return action
}

export const quickStarts = (address: string): QuickStart[] =>
  tasks.map(({ title, text, steps }) => ({
    title,
    text,
    steps: steps.map(({ about, action: name, input }) => {
      const action = actionOf(name)
      return {
        about,
        action: name,
        curl: curlCode(action, input, address),
        code: clientCode(action, input),
        python: pythonCode(action, input, address),
      }
    }),
  }))

/** For the test that reads them. */
export const quickStartInputs = tasks.flatMap(({ steps }) =>
  steps.map(({ action, input }) => ({ action: actionOf(action), input })),
)
