import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { knownDevice } from '../users/devices.ts'
import { sealOfReset, sendResetLinkJob } from '../users/password-resets.ts'
import { Email, emailKey } from '../users/users.ts'

/** Strangers cannot flood a mailbox: three links an hour for one address; further ones are silently dropped. */
const linksOfAnAddress = { times: 3, seconds: 3_600 }

export const askPasswordReset = action({
  name: 'ask-password-reset',
  summary: 'Request a password reset link',
  description:
    'Always returns the same response, after the same time, whether or not the email address has an account. The link is valid for one hour and works once.',
  who: 'public',
  transports: ['gateway'],
  effect: 'write',
  limit: { times: 10, seconds: 60 },
  input: z.object({ email: Email }),
  output: z.object({ success: z.literal(true) }),
  errors: [],
  examples: [{ title: 'A forgotten password', input: { email: 'maya@example.com' } }],

  async run({ email }, { allow, enqueue, vault, device, now }) {
    // No user is looked up: the device is enough to tell the user's request from that of strangers.
    const known = knownDevice(vault, device.text, { email }, now())
    if (await allow(`reset ${known === null ? '' : `from ${known} `}${emailKey(email)}`, linksOfAnAddress))
      await enqueue(sendResetLinkJob, { sealedEmail: vault.seal(email, sealOfReset) })
    return { success: true as const }
  },
})
