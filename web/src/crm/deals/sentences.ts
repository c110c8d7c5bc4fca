import { messages } from '#web/i18n/strings.ts'
import { type NoticeSentences, factText as text } from '#web/module.ts'

/** What the audit log says of each action, after who called it. */
export const audit = messages('crm/deals/sentences#audit', {
  'add-task': { done: 'added a task', tried: 'tried to add a task' },
  'archive-pipeline': { done: 'archived a pipeline', tried: 'tried to archive a pipeline' },
  'assign-deal': { done: 'changed the owner of a deal', tried: 'tried to change the owner of a deal' },
  'complete-task': { done: 'completed a task', tried: 'tried to complete a task' },
  'reopen-task': { done: 'opened a completed task again', tried: 'tried to open a completed task again' },
  'create-deal': { done: 'created a deal', tried: 'tried to create a deal' },
  'undo-move': { done: 'undid a move of a deal', tried: 'tried to undo a move of a deal' },
  'move-deal': { done: 'moved a deal', tried: 'tried to move a deal' },
  prd: { done: 'submitted the project form', tried: 'tried to submit the project form' },
  'rewrite-prd': {
    done: 'rewrote the product requirements of a deal',
    tried: 'tried to rewrite the product requirements of a deal',
  },
  'save-pipeline': { done: 'saved a pipeline', tried: 'tried to save a pipeline' },
  'set-absence': { done: 'marked a member as away or back', tried: 'tried to mark a member as away or back' },
  'set-deal-people': { done: 'changed the contacts of a deal', tried: 'tried to change the contacts of a deal' },
  'update-deal': { done: 'edited a deal', tried: 'tried to edit a deal' },
  'update-task': { done: 'changed a task', tried: 'tried to change a task' },
})

const strings = messages('crm/deals/sentences', {
  idle: (name: string) => `${name} has no next step`,
  idleText: 'Add a task, or note what you are waiting for.',
  unassigned: (name: string) => `${name} could not be assigned`,
  noAdmin: 'There is no admin or owner. Assign the deal yourself.',
  allAway: 'All admins and owners are away. Assign the deal yourself.',
  dueSoon: (name: string) => `${name} waits for a first reply`,
  dueSoonText: 'It is due soon. Reply, or call.',
  responseLate: (name: string) => `${name} is waiting for a first reply`,
  responseLateText: 'Your target response time has passed. Reply, or call.',
})

export const notices: NoticeSentences = {
  deal_idle: ({ facts, subject_id: dealId }) => ({
    title: strings.idle(text(facts.name)),
    text: strings.idleText,
    tone: 'warn',
    link: { to: '/deals/$dealId', params: { dealId } },
  }),
  deal_unassigned: ({ facts, subject_id: dealId }) => ({
    title: strings.unassigned(text(facts.name)),
    text: facts.away === 0 ? strings.noAdmin : strings.allAway,
    tone: 'bad',
    link: { to: '/deals/$dealId', params: { dealId } },
  }),
  response_due_soon: ({ facts, subject_id: dealId }) => ({
    title: strings.dueSoon(text(facts.name)),
    text: strings.dueSoonText,
    tone: 'warn',
    link: { to: '/deals/$dealId', params: { dealId } },
  }),
  response_late: ({ facts, subject_id: dealId }) => ({
    title: strings.responseLate(text(facts.name)),
    text: strings.responseLateText,
    tone: 'warn',
    link: { to: '/deals/$dealId', params: { dealId } },
  }),
}
