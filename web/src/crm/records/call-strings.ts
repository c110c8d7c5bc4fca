import { messages } from '#web/i18n/strings.ts'

/** What is said where a call is logged, and where one is edited. */
export const strings = messages('crm/records/call-strings', {
  planWay: 'Plan a call',
  logWay: 'Log a call',
  logCall: 'Log call',
  logHint: 'A call made with your own phone · Ctrl Enter logs it',
  callLogged: 'Call logged',
  callNotLogged: 'The call could not be logged. Your text is kept.',
  callDirection: 'Direction',
  directions: { out: 'Outgoing', in: 'Incoming' },
  callOutcome: 'Outcome',
  outcomes: {
    reached: 'Reached',
    left_message: 'Left a message',
    no_answer: 'No answer',
    busy: 'Busy',
    wrong_number: 'Wrong number',
  },
  callMinutes: 'Minutes',
  noLength: 'Enter up to 1,440 minutes.',
  callAt: 'Started',
  callAtHint: 'Empty: it has just ended',
  callNote: 'What was said',
  callNotePlaceholder: 'What was said? Only your team sees it.',
  editCall: 'Edit call',
  deleteCall: 'Delete call',
  callActions: 'Actions for this call',
  callDeleted: 'Call deleted. What it answered stays answered.',
  callNotDeleted: 'The call could not be deleted',
})
