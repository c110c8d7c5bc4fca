import { contribution } from '#core/within.ts'
import { expiredMails, mailDays } from '../mail-out/retention.ts'
import { expiredChallenges, expiredSessions } from '../users/retention.ts'
import { cleanable, cleaning, daysBefore } from './cleanables.ts'
import { answerDays, expiredAnswers } from './retention.ts'

/** What the modules of the platform have. */
export const ownCleanables = contribution({
  name: 'cleanables-of-platform',
  to: cleaning,
  run: async ({ now }, { orgId }) => [
    cleanable('sessions', null, [expiredSessions(orgId, now)]),
    cleanable('challenges', null, [expiredChallenges(orgId, now)]),
    cleanable('idempotency', answerDays, [expiredAnswers(orgId, daysBefore(now, answerDays))]),
    cleanable('mails', mailDays, [expiredMails(orgId, daysBefore(now, mailDays))]),
  ],
})
