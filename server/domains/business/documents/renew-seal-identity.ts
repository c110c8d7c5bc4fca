import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { findOrganization } from '#domains/platform/organizations/organizations.ts'
import { replaceIdentity } from './identities.ts'
import { clockOf, makeIdentityFor } from './sealing.ts'
import { SealingSettings, showSealingOf } from './sealing-settings.ts'

export const renewSealIdentity = action({
  name: 'renew-seal-identity',
  summary: 'Make a new certificate to seal documents with',
  description:
    'With a root of its own, under the present name of the workspace, for 15 years. It seals from now on; what was sealed before goes on verifying.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  callsProvider: true,
  limit: { times: 10, seconds: 3600 },
  hints: { destructive: false, idempotent: false },
  input: z.object({}),
  output: z.object({ success: z.literal(true), sealing: SealingSettings }),
  errors: [],
  examples: [{ title: 'A new one', input: {} }],

  async run(_input, { org, person, ports, vault, newId, inOrg }) {
    const { name, at } = await inOrg(async ({ db }) => ({
      name: (await findOrganization(db, org.id))?.name ?? '',
      at: await clockOf(db),
    }))
    const made = await makeIdentityFor(ports.paper, name, at)
    return inOrg(async ({ db }) => {
      const given = { id: newId(), made, source: 'own', personId: person.id, paper: ports.paper, vault } as const
      await replaceIdentity(db, org.id, given)
      return { success: true as const, sealing: await showSealingOf({ db, org, ports, vault }) }
    })
  },
})
