import { email, mailbox, type WorkflowTemplate } from './template-shapes.ts'

const paid = (id: string, next: Readonly<Record<string, string>>) => ({
  ...{ id, title: 'Wait for the payment', kind: 'wait', next: { done: 'paid', ...next } },
  for: {
    ...{ kind: 'event', event: 'payment.received', about: 'trigger.subject_id' },
    at_most: { amount: '[[days]]', unit: 'days' },
  },
})

const invoiceStep = (id: string, next: string) => ({
  ...{ id, title: 'Look at the invoice', kind: 'action', action: 'show-invoice', next: { done: next } },
  input: { invoiceId: '{{ trigger.subject_id }}' },
})

/** Wait, look whether it is still to be paid, and remind: what was paid in another way, or void, is reminded of no more. */
const remind = (name: string, title: string, words: string, next: string) => [
  paid(`${name}_wait`, { timeout: `${name}_look` }),
  invoiceStep(`${name}_look`, `${name}_open`),
  {
    ...{ id: `${name}_open`, title: 'Is it still open?', kind: 'condition', next: { yes: `${name}_email`, no: 'closed' } },
    when: `steps.${name}_look.invoice.state == 'sent'`,
  },
  email(
    `${name}_email`,
    title,
    {
      to: `{{ steps.${name}_look.invoice.client_email }}`,
      subject: `Invoice {{ steps.${name}_look.invoice.label }}`,
      body: `<p>Hello {{ steps.${name}_look.invoice.client_name }},</p><p>${words} The invoice over {{ money(steps.${name}_look.invoice.total_minor, steps.${name}_look.invoice.currency) }} can be paid here: {{ steps.${name}_look.invoice.pay_url }}</p>`,
    },
    { done: next },
  ),
]

const chaseInvoice: WorkflowTemplate = {
  id: 'chase_invoice',
  title: 'Chase an invoice',
  about: 'Reminds of an unpaid invoice in three friendly steps, and stops the moment it is paid.',
  asks: [mailbox, { name: 'days', label: 'Days between the steps', type: 'number', standard: 7 }],
  definition: {
    foyer_workflow: 1,
    description: 'Three friendly reminders of an unpaid invoice. It stops the moment the invoice is paid.',
    trigger: { kind: 'event', event: 'invoice.changed', filter: "trigger.data.kind == 'sent'" },
    first: 'first_wait',
    settings: { concurrency: { key: 'trigger.subject_id', others: 'skip' } },
    nodes: [
      ...remind('first', 'First reminder', 'This is a friendly reminder.', 'second_wait'),
      ...remind('second', 'Second reminder', 'Perhaps our last email was overlooked.', 'third_wait'),
      ...remind('third', 'Third reminder', 'Is something unclear? Just reply to this email.', 'last_wait'),
      paid('last_wait', { timeout: 'invoice' }),
      invoiceStep('invoice', 'is_open'),
      {
        ...{ id: 'is_open', title: 'Is it still open?', kind: 'condition', when: "steps.invoice.invoice.state == 'sent'" },
        next: { yes: 'ask', no: 'closed' },
      },
      {
        ...{ id: 'ask', title: 'Ask an admin', kind: 'person', to: { kind: 'role', role: 'admin' } },
        heading: 'Invoice {{ steps.invoice.invoice.label }} is not paid after three reminders',
        text: '{{ steps.invoice.invoice.client_name }}, {{ money(steps.invoice.invoice.total_minor, steps.invoice.invoice.currency) }}',
        choices: [{ id: 'done', label: 'I take care of it' }],
      },
      { id: 'paid', title: 'It is paid', kind: 'stop', reason: 'The invoice is paid.' },
      { id: 'closed', title: 'It is closed', kind: 'stop', reason: 'The invoice is no longer open.' },
    ],
  },
}

const soon = (id: string, title: string, at: string, next: string) => ({
  ...{ id, title, kind: 'wait', for: { kind: 'until', at }, next: { done: next } },
})

const look = (id: string, title: string, next: string) => ({
  ...{ id, title, kind: 'action', action: 'show-booking-detail', next: { done: next } },
  input: { bookingId: '{{ trigger.subject_id }}' },
})

const remindBooking: WorkflowTemplate = {
  id: 'remind_booking',
  title: 'Remind of a booking',
  about:
    'Sends an email before each booking. A booking that was cancelled is left out; one that was moved is reminded of at its new time.',
  asks: [
    mailbox,
    { name: 'hours', label: 'Hours before', type: 'number', standard: 24 },
    {
      ...{ name: 'text', label: 'Text', type: 'long_text' },
      standard: 'We look forward to meeting you. If you cannot come, please tell us by replying to this email.',
    },
  ],
  definition: {
    foyer_workflow: 1,
    description: 'An email before each booking.',
    trigger: { kind: 'event', event: 'booking.created' },
    first: 'wait',
    nodes: [
      soon('wait', 'Wait until it is near', 'trigger.data.starts_at - hours([[hours]])', 'look'),
      look('look', 'Look at the booking', 'wait_moved'),
      soon('wait_moved', 'If it was moved, wait again', 'steps.look.detail.booking.starts_at - hours([[hours]])', 'look_again'),
      look('look_again', 'Look again', 'is_on'),
      {
        ...{ id: 'is_on', title: 'Does it take place?', kind: 'condition', next: { yes: 'remind', no: 'off' } },
        when: "steps.look_again.detail.booking.state == 'confirmed' && has(steps.look_again.detail.booking.email)",
      },
      email('remind', 'Send the reminder', {
        to: "{{ default(steps.look_again.detail.booking.email, '') }}",
        subject: '{{ steps.look_again.detail.booking.event_type.name }}: {{ steps.look_again.detail.booking.when_for_booker }}',
        body: '<p>Hello {{ steps.look_again.detail.booking.name }},</p><p>[[text]]</p>',
      }),
      { id: 'off', title: 'It does not take place', kind: 'stop', reason: 'The booking was cancelled.' },
    ],
  },
}

export const reminderTemplates: readonly WorkflowTemplate[] = [chaseInvoice, remindBooking]
