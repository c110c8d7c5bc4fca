import { email, mailbox, type WorkflowTemplate } from './template-shapes.ts'
import type { TemplateWords } from './template-texts.ts'

const day = { amount: 1, unit: 'days' }

const welcomeLead = ({ welcome, helloPerhaps }: TemplateWords): WorkflowTemplate => ({
  id: 'welcome_lead',
  title: 'Welcome a lead',
  about: 'Sends an email to each new lead at once. If they do not reply within two days, you get a task to call them.',
  asks: [
    mailbox,
    { name: 'subject', label: 'Subject', type: 'text', standard: welcome.subject },
    {
      ...{ name: 'text', label: 'Text', type: 'long_text' },
      standard: welcome.text,
    },
  ],
  definition: {
    foyer_workflow: 1,
    description: welcome.description,
    trigger: { kind: 'event', event: 'lead.received', filter: 'has(trigger.data.email)' },
    first: 'welcome',
    nodes: [
      email(
        'welcome',
        welcome.send,
        {
          ...{ to: "{{ default(trigger.data.email, '') }}", subject: '[[subject]]' },
          text: `${helloPerhaps('trigger.data.name')}\n\n[[text]]`,
        },
        { done: 'reply' },
      ),
      {
        ...{ id: 'reply', title: welcome.wait, kind: 'wait', next: { done: 'replied', timeout: 'call' } },
        for: {
          kind: 'event',
          event: 'message.received',
          about: 'trigger.data.contact_id',
          at_most: { amount: 2, unit: 'days' },
        },
      },
      { id: 'replied', title: welcome.replied, kind: 'stop', reason: welcome.repliedReason },
      {
        ...{ id: 'call', title: welcome.call, kind: 'action', action: 'add-task' },
        input: {
          ...{ contactId: '{{ trigger.data.contact_id }}', kind: 'call_back' },
          title: welcome.callTask('trigger.data.name'),
        },
      },
    ],
  },
})

const handOverLead = ({ handOver }: TemplateWords): WorkflowTemplate => ({
  id: 'hand_over_lead',
  title: 'Hand over a hot lead',
  about:
    'Lets AI rate each lead from 0 to 100. For a high score a colleague decides whether to take it, and it becomes a deal.',
  asks: [
    { name: 'least', label: 'Hand over from a score of', type: 'number', standard: 70 },
    {
      ...{ name: 'criteria', label: 'What makes a lead good for you', type: 'long_text' },
      standard: handOver.criteria,
    },
  ],
  definition: {
    foyer_workflow: 1,
    description: handOver.description,
    trigger: { kind: 'event', event: 'lead.received' },
    first: 'score',
    nodes: [
      {
        ...{ id: 'score', title: handOver.rate, kind: 'ai', next: { done: 'is_hot' } },
        prompt: handOver.prompt,
        input: {
          ...{ name: '{{ trigger.data.name }}', company: '{{ trigger.data.company }}', title: '{{ trigger.data.title }}' },
          ...{ message: '{{ trigger.data.note }}', source: '{{ trigger.data.source }}' },
        },
        answer: [
          { name: 'score', type: 'whole', about: handOver.score },
          { name: 'reason', type: 'text', about: handOver.reason },
        ],
      },
      { id: 'is_hot', title: handOver.isHot, kind: 'condition', when: 'steps.score.score >= [[least]]', next: { yes: 'ask' } },
      {
        ...{ id: 'ask', title: handOver.ask, kind: 'person', to: { kind: 'role', role: 'member' } },
        heading: handOver.heading('trigger.data.name', 'steps.score.score'),
        text: '{{ steps.score.reason }}',
        choices: [
          { id: 'take', label: handOver.take },
          { id: 'leave', label: handOver.leave },
        ],
        ...{ remind_after: { amount: 2, unit: 'hours' }, at_most: day, next: { take: 'deal', timeout: 'late' } },
        escalate: { after: { amount: 4, unit: 'hours' }, to: { kind: 'role', role: 'admin' } },
      },
      {
        ...{ id: 'deal', title: handOver.deal, kind: 'action', action: 'create-deal' },
        input: { leadId: '{{ trigger.data.id }}' },
      },
      {
        ...{ id: 'late', title: handOver.late, kind: 'action', action: 'add-task' },
        input: {
          contactId: '{{ trigger.data.contact_id }}',
          title: handOver.lateTask('trigger.data.name'),
        },
      },
    ],
  },
})

const callBack = ({ callBack: words }: TemplateWords): WorkflowTemplate => ({
  id: 'call_back',
  title: 'Call back a missed call',
  about: 'For each missed call of a known contact there is a task to call back. For an unknown number a colleague is asked.',
  asks: [],
  definition: {
    foyer_workflow: 1,
    description: words.description,
    trigger: { kind: 'event', event: 'call.ended', filter: 'trigger.data.is_missed' },
    first: 'is_known',
    nodes: [
      {
        ...{ id: 'is_known', title: words.isKnown, kind: 'condition', when: 'has(trigger.data.contact_id)' },
        next: { yes: 'task', no: 'ask' },
      },
      {
        ...{ id: 'task', title: words.task, kind: 'action', action: 'add-task' },
        input: {
          ...{ contactId: '{{ trigger.data.contact_id }}', kind: 'call_back' },
          title: words.heading('trigger.data.from_number'),
        },
      },
      {
        ...{ id: 'ask', title: words.ask, kind: 'person', to: { kind: 'role', role: 'member' } },
        heading: words.heading('trigger.data.from_number'),
        text: words.text('format(trigger.data.started_at, "d MMM, HH:mm")'),
        choices: [{ id: 'done', label: words.done }],
        ...{ remind_after: { amount: 1, unit: 'hours' }, at_most: day },
      },
    ],
  },
})

export const leadTemplates = (words: TemplateWords): readonly WorkflowTemplate[] => [
  welcomeLead(words),
  handOverLead(words),
  callBack(words),
]
