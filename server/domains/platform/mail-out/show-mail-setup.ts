import { z } from 'zod'
import { action } from '#core/actions/action.ts'

export const showMailSetup = action({
  name: 'show-mail-setup',
  summary: 'Show how emails are sent',
  description:
    'Through a mail server (`smtp`), through `resend`, into the `sandbox` mailbox, or not at all (null): then emails wait until a mail account is configured.',
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
  examples: [{ title: 'How emails are sent', input: {} }],

  async run(_input, { ports, settings }) {
    const { provider, from } = ports.mail
    return {
      provider,
      from: from.name === null ? from.address : `${from.name} <${from.address}>`,
      sandbox_address: provider === 'sandbox' ? `${settings.publicUrl}/sandbox/mailbox` : null,
    }
  },
})
