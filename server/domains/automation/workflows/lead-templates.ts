import { email, mailbox, type WorkflowTemplate } from './template-shapes.ts'

const day = { amount: 1, unit: 'days' }

const welcomeLead: WorkflowTemplate = {
  id: 'welcome_lead',
  title: 'Welcome a lead',
  about: 'Sends an email to each new lead at once. If they do not reply within two days, you get a task to call them.',
  asks: [
    mailbox,
    { name: 'subject', label: 'Subject', type: 'text', standard: 'Thank you for your message' },
    {
      ...{ name: 'text', label: 'Text', type: 'long_text' },
      standard: 'Thank you for getting in touch. We have received your message and will reply within one working day.',
    },
  ],
  definition: {
    foyer_workflow: 1,
    description: 'Sends an email to each new lead. If they do not reply within two days, there is a task to call them.',
    trigger: { kind: 'event', event: 'lead.received', filter: 'has(trigger.data.email)' },
    first: 'welcome',
    nodes: [
      email(
        'welcome',
        'Send the welcome',
        {
          ...{ to: "{{ default(trigger.data.email, '') }}", subject: '[[subject]]' },
          body: "<p>Hello {{ default(trigger.data.name, 'there') }},</p><p>[[text]]</p>",
        },
        { done: 'reply' },
      ),
      {
        ...{ id: 'reply', title: 'Wait for a reply', kind: 'wait', next: { done: 'replied', timeout: 'call' } },
        for: {
          kind: 'event',
          event: 'message.received',
          about: 'trigger.data.contact_id',
          at_most: { amount: 2, unit: 'days' },
        },
      },
      { id: 'replied', title: 'They replied', kind: 'stop', reason: 'The lead replied.' },
      {
        ...{ id: 'call', title: 'Add a task to call', kind: 'action', action: 'add-task' },
        input: {
          ...{ contactId: '{{ trigger.data.contact_id }}', kind: 'call_back' },
          title: "Call {{ default(trigger.data.name, 'the new lead') }}: no reply to the welcome",
        },
      },
    ],
  },
}

const handOverLead: WorkflowTemplate = {
  id: 'hand_over_lead',
  title: 'Hand over a hot lead',
  about:
    'Lets AI rate each lead from 0 to 100. For a high score a colleague decides whether to take it, and it becomes a deal.',
  asks: [
    { name: 'least', label: 'Hand over from a score of', type: 'number', standard: 70 },
    {
      ...{ name: 'criteria', label: 'What makes a lead good for you', type: 'long_text' },
      standard: 'They describe a concrete project, say when it should start, and are able to decide.',
    },
  ],
  definition: {
    foyer_workflow: 1,
    description: 'AI rates each lead. A colleague decides about those with a high score.',
    trigger: { kind: 'event', event: 'lead.received' },
    first: 'score',
    nodes: [
      {
        ...{ id: 'score', title: 'Rate the lead', kind: 'ai', next: { done: 'is_hot' } },
        prompt: 'Rate how promising this lead is for a service business, from 0 to 100. A good lead is this: [[criteria]]',
        input: {
          ...{ name: '{{ trigger.data.name }}', company: '{{ trigger.data.company }}', title: '{{ trigger.data.title }}' },
          ...{ message: '{{ trigger.data.note }}', source: '{{ trigger.data.source }}' },
        },
        answer: [
          { name: 'score', type: 'whole', about: 'From 0 to 100' },
          { name: 'reason', type: 'text', about: 'In one sentence' },
        ],
      },
      { id: 'is_hot', title: 'Is it hot?', kind: 'condition', when: 'steps.score.score >= [[least]]', next: { yes: 'ask' } },
      {
        ...{ id: 'ask', title: 'Ask a colleague', kind: 'person', to: { kind: 'role', role: 'member' } },
        heading: "Hot lead: {{ default(trigger.data.name, 'no name') }} ({{ steps.score.score }})",
        text: '{{ steps.score.reason }}',
        choices: [
          { id: 'take', label: 'Take it' },
          { id: 'leave', label: 'Leave it' },
        ],
        ...{ remind_after: { amount: 2, unit: 'hours' }, at_most: day, next: { take: 'deal', timeout: 'late' } },
        escalate: { after: { amount: 4, unit: 'hours' }, to: { kind: 'role', role: 'admin' } },
      },
      {
        ...{ id: 'deal', title: 'Make a deal of it', kind: 'action', action: 'create-deal' },
        input: { leadId: '{{ trigger.data.id }}' },
      },
      {
        ...{ id: 'late', title: 'Add a task', kind: 'action', action: 'add-task' },
        input: {
          contactId: '{{ trigger.data.contact_id }}',
          title: "Hot lead without an answer: {{ default(trigger.data.name, 'no name') }}",
        },
      },
    ],
  },
}

const callBack: WorkflowTemplate = {
  id: 'call_back',
  title: 'Call back a missed call',
  about: 'For each missed call of a known contact there is a task to call back. For an unknown number a colleague is asked.',
  asks: [],
  definition: {
    foyer_workflow: 1,
    description: 'Each missed call is called back.',
    trigger: { kind: 'event', event: 'call.ended', filter: 'trigger.data.is_missed' },
    first: 'is_known',
    nodes: [
      {
        ...{ id: 'is_known', title: 'Is the caller known?', kind: 'condition', when: 'has(trigger.data.contact_id)' },
        next: { yes: 'task', no: 'ask' },
      },
      {
        ...{ id: 'task', title: 'Add a task to call back', kind: 'action', action: 'add-task' },
        input: {
          ...{ contactId: '{{ trigger.data.contact_id }}', kind: 'call_back' },
          title: 'Call back {{ trigger.data.from_number }}',
        },
      },
      {
        ...{ id: 'ask', title: 'Ask a colleague to call', kind: 'person', to: { kind: 'role', role: 'member' } },
        heading: 'Call back {{ trigger.data.from_number }}',
        text: 'A call of {{ format(trigger.data.started_at, "d MMM, HH:mm") }} was not answered.',
        choices: [{ id: 'done', label: 'I have called' }],
        ...{ remind_after: { amount: 1, unit: 'hours' }, at_most: day },
      },
    ],
  },
}

export const leadTemplates: readonly WorkflowTemplate[] = [welcomeLead, handOverLead, callBack]
