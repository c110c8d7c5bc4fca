import { z } from 'zod'

/** Finds out whether an address has an account, and sends it a link: in a job, so that the response time reveals nothing. */
export const sendResetLinkJob = {
  name: 'send-reset-link',
  data: z.object({ sealedEmail: z.string().describe('A keyed hash of the email address') }),
} as const

export const sealOfReset = 'password reset'
export const resetLinkHours = 1
