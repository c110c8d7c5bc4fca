import { email, mailbox, type WorkflowTemplate } from './template-shapes.ts'
import type { TemplateWords } from './template-texts.ts'

const paid = ({ chase }: TemplateWords, id: string, next: Readonly<Record<string, string>>) => ({
  ...{ id, title: chase.wait, kind: 'wait', next: { done: 'paid', ...next } },
  for: {
    ...{ kind: 'event', event: 'payment.received', about: 'trigger.subject_id' },
    at_most: { amount: '[[days]]', unit: 'days' },
  },
})

const invoiceStep = ({ chase }: TemplateWords, id: string, next: string) => ({
  ...{ id, title: chase.look, kind: 'action', action: 'show-invoice', next: { done: next } },
  input: { invoiceId: '{{ trigger.subject_id }}' },
})

const totalOf = (invoice: string): string => `money(${invoice}.total_minor, ${invoice}.currency)`

/** Wait, look whether it is still to be paid, and remind: what was paid in another way, or void, is reminded of no more. */
const remind = (words: TemplateWords, nth: 0 | 1 | 2, name: string, next: string) => {
  const { hello, chase } = words
  const invoice = `steps.${name}_look.invoice`
  const { title, words: begin } = chase.reminders[nth]
  return [
    paid(words, `${name}_wait`, { timeout: `${name}_look` }),
    invoiceStep(words, `${name}_look`, `${name}_open`),
    {
      ...{ id: `${name}_open`, title: chase.isOpen, kind: 'condition', next: { yes: `${name}_email`, no: 'closed' } },
      when: `${invoice}.state == 'sent'`,
    },
    email(
      `${name}_email`,
      title,
      {
        to: `{{ ${invoice}.client_email }}`,
        subject: chase.subject(`${invoice}.label`),
        text: `${hello(`${invoice}.client_name`)}\n\n${begin} ${chase.payHere(totalOf(invoice), `${invoice}.pay_url`)}`,
      },
      { done: next },
    ),
  ]
}

const chaseInvoice = (words: TemplateWords): WorkflowTemplate => ({
  id: 'chase_invoice',
  title: 'Chase an invoice',
  about: 'Reminds of an unpaid invoice in three friendly steps, and stops the moment it is paid.',
  asks: [mailbox, { name: 'days', label: 'Days between the steps', type: 'number', standard: 7 }],
  definition: {
    foyer_workflow: 1,
    description: words.chase.description,
    trigger: { kind: 'event', event: 'invoice.changed', filter: "trigger.data.kind == 'sent'" },
    first: 'first_wait',
    settings: { concurrency: { key: 'trigger.subject_id', others: 'skip' } },
    nodes: [
      ...remind(words, 0, 'first', 'second_wait'),
      ...remind(words, 1, 'second', 'third_wait'),
      ...remind(words, 2, 'third', 'last_wait'),
      paid(words, 'last_wait', { timeout: 'invoice' }),
      invoiceStep(words, 'invoice', 'is_open'),
      {
        ...{ id: 'is_open', title: words.chase.isOpen, kind: 'condition', when: "steps.invoice.invoice.state == 'sent'" },
        next: { yes: 'ask', no: 'closed' },
      },
      {
        ...{ id: 'ask', title: words.chase.ask, kind: 'person', to: { kind: 'role', role: 'admin' } },
        heading: words.chase.heading('steps.invoice.invoice.label'),
        text: `{{ steps.invoice.invoice.client_name }}, {{ ${totalOf('steps.invoice.invoice')} }}`,
        choices: [{ id: 'done', label: words.chase.done }],
      },
      { id: 'paid', title: words.chase.paid, kind: 'stop', reason: words.chase.paidReason },
      { id: 'closed', title: words.chase.closed, kind: 'stop', reason: words.chase.closedReason },
    ],
  },
})

const soon = (id: string, title: string, at: string, next: string) => ({
  ...{ id, title, kind: 'wait', for: { kind: 'until', at }, next: { done: next } },
})

const look = (id: string, title: string, next: string) => ({
  ...{ id, title, kind: 'action', action: 'show-booking-detail', next: { done: next } },
  input: { bookingId: '{{ trigger.subject_id }}' },
})

const remindBooking = ({ hello, booking }: TemplateWords): WorkflowTemplate => ({
  id: 'remind_booking',
  title: 'Remind of a booking',
  about:
    'Sends an email before each booking. A booking that was cancelled is left out; one that was moved is reminded of at its new time.',
  asks: [
    mailbox,
    { name: 'hours', label: 'Hours before', type: 'number', standard: 24 },
    {
      ...{ name: 'text', label: 'Text', type: 'long_text' },
      standard: booking.text,
    },
  ],
  definition: {
    foyer_workflow: 1,
    description: booking.description,
    trigger: { kind: 'event', event: 'booking.created' },
    first: 'wait',
    nodes: [
      soon('wait', booking.wait, 'trigger.data.starts_at - hours([[hours]])', 'look'),
      look('look', booking.look, 'wait_moved'),
      soon('wait_moved', booking.waitMoved, 'steps.look.detail.booking.starts_at - hours([[hours]])', 'look_again'),
      look('look_again', booking.lookAgain, 'is_on'),
      {
        ...{ id: 'is_on', title: booking.isOn, kind: 'condition', next: { yes: 'remind', no: 'off' } },
        when: "steps.look_again.detail.booking.state == 'confirmed' && has(steps.look_again.detail.booking.email)",
      },
      email('remind', booking.send, {
        to: "{{ default(steps.look_again.detail.booking.email, '') }}",
        subject: '{{ steps.look_again.detail.booking.event_type.name }}: {{ steps.look_again.detail.booking.when_for_booker }}',
        text: `${hello('steps.look_again.detail.booking.name')}\n\n[[text]]`,
      }),
      { id: 'off', title: booking.off, kind: 'stop', reason: booking.offReason },
    ],
  },
})

export const reminderTemplates = (words: TemplateWords): readonly WorkflowTemplate[] => [
  chaseInvoice(words),
  remindBooking(words),
]
