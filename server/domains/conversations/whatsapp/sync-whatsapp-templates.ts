import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { connectionErrors } from '#domains/connections/connections/errors.ts'
import { asProviderFailure, refusedBy } from '#domains/connections/connections/provider-failures.ts'
import { usableConnection } from '#domains/connections/connections/usable-connections.ts'
import { whatsappErrors } from './errors.ts'
import { readAllTemplates } from './template-sync.ts'

export const syncWhatsAppTemplates = action({
  name: 'sync-whatsapp-templates',
  summary: 'Sync the message templates from WhatsApp now',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false, idempotent: true },
  callsProvider: true,
  limit: { times: 10, seconds: 60 },
  input: z.object({}),
  output: z.object({ success: z.literal(true), found: z.int() }),
  errors: [
    whatsappErrors.whatsapp_not_connected,
    connectionErrors.provider_unreachable,
    connectionErrors.provider_busy,
    connectionErrors.provider_credentials,
    connectionErrors.provider_refused,
  ],
  examples: [{ title: 'Now', input: {} }],

  async run(_, { org, inOrg, vault, within, settings, ports, fail }) {
    const connection = await inOrg(({ db, enqueue }) =>
      usableConnection(db, org.id, 'whatsapp', { vault, within, enqueue, settings }),
    )
    if (!connection) throw fail('whatsapp_not_connected')
    const found = await readAllTemplates(connection, { orgId: org.id, messaging: ports.messaging, inOrg }).catch(
      (error: unknown) => {
        throw asProviderFailure(error, { message: refusedBy('WhatsApp') })
      },
    )
    return { success: true as const, found }
  },
})
