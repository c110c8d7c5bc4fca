import { z } from 'zod'
import { action } from '#core/actions/action.ts'

export const showMailSetup = action({
  name: 'show-mail-setup',
  summary: 'Show how mail leaves Foyer',
  description:
    'By a mail server (`smtp`), by `resend`, into the mailbox of the `sandbox`, or not at all (null): then mails wait until an account is configured.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'read',
  input: z.object({}),
  output: z.object({
    provider: z.enum(['smtp', 'resend', 'sandbox']).nullable(),
    from: z.string(),
    /** Where to look into the sandbox's mailbox. */
    sandbox_address: z.url().nullable(),
  }),
  errors: [],
  examples: [{ title: 'How mail leaves', input: {} }],

  async run(_input, { ports, settings }) {
    const { provider, from } = ports.mail
    return {
      provider,
      from: from.name === null ? from.address : `${from.name} <${from.address}>`,
      sandbox_address: provider === 'sandbox' ? `${settings.publicUrl}/sandbox/mailbox` : null,
    }
  },
})
