import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import type { Db } from '#core/context.ts'
import { IdentityRefused, type LongTermProblem, type SealIdentity } from '#ports/paper.ts'
import type { Ports } from '#ports/ports.ts'
import { sealingErrors } from './errors.ts'
import { replaceIdentity } from './identities.ts'
import { saysMissing } from './long-term-strings.ts'
import { dayOf, validityOf, validityProblem } from './seal-problems.ts'
import { clockOf, findSealing, type Sealing } from './sealing.ts'
import { SealingSettings, showSealingOf } from './sealing-settings.ts'
import { longTermLack, tryAuthority } from './stamping.ts'

/** Files with a key and its chain have some kilobytes. */
const mostCharacters = 200_000

export const uploadSealIdentity = action({
  name: 'upload-seal-identity',
  summary: 'Seal documents with a certificate of your own',
  description:
    'A PKCS#12 file (`.p12`, `.pfx`) with a key and its certificate, such as an authority gives out to an organization. It seals from now on; what was sealed before goes on verifying. The key is stored encrypted and never given out; the password is not stored. Where seals carry data for long-term validation, one for which it cannot be had is not taken. Nor is one, unless you say so, that ends before the deadline of open documents which the present one outlasts.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  callsProvider: true,
  limit: { times: 10, seconds: 600 },
  hints: { destructive: false, idempotent: false },
  input: z.object({
    file: z
      .string()
      .max(mostCharacters)
      .regex(/^[\dA-Za-z+/]+={0,2}$/, 'must be base64')
      .describe('The PKCS#12 file, in base64'),
    password: z.string().max(1_000).describe('Of the file; empty where it has none'),
    despiteOpenDocuments: z
      .boolean()
      .optional()
      .describe('Takes it though open documents end after it: those signed after its end are sealed by a newer certificate'),
  }),
  output: z.object({ success: z.literal(true), sealing: SealingSettings }),
  errors: [
    ...[sealingErrors.identity_not_pkcs12, sealingErrors.identity_wrong_password, sealingErrors.identity_no_key],
    ...[sealingErrors.identity_not_for_signing, sealingErrors.identity_expired, sealingErrors.identity_key_not_supported],
    ...[sealingErrors.identity_ends_early, sealingErrors.long_term_unavailable],
  ],
  examples: [{ title: 'A file', input: { file: 'MIIKXgIBAzCCCiQ=', password: 'of the file' } }],

  async run({ file, password, despiteOpenDocuments }, { org, person, ports, vault, newId, inOrg, fail }) {
    const made = await ports.paper.readIdentity(Buffer.from(file, 'base64'), password).catch((error: unknown) => {
      if (!(error instanceof IdentityRefused)) throw error
      const code = `identity_${error.fault}` as const
      throw fail(code, { field: code === 'identity_wrong_password' ? 'password' : 'file' })
    })
    const validity = validityOf(ports.paper, made.chain)
    const sealing = await inOrg(({ db }) => findSealing(db, org.id))
    const lack = sealing.longTerm ? await lackOf(made, sealing, ports) : null
    if (lack) throw fail('long_term_unavailable', { field: 'file', message: saysMissing(lack) })
    return inOrg(async ({ db }) => {
      // Of one above it, too: a seal holds no longer than all of its chain.
      if (validityProblem(validity, await clockOf(db)) !== null) throw fail('identity_expired', { field: 'file' })
      const later = despiteOpenDocuments ? 0 : await countLater(db, org.id, validity.notAfter)
      if (later > 0)
        throw fail('identity_ends_early', {
          field: 'file',
          message: `Documents that can be signed until after ${dayOf(validity.notAfter)}, when this certificate ends: ${later}.`,
        })
      const given = { id: newId(), made, source: 'uploaded', personId: person.id, paper: ports.paper, vault } as const
      await replaceIdentity(db, org.id, given)
      return { success: true as const, sealing: await showSealingOf({ db, org, ports, vault }) }
    })
  },
})

/** Open documents that the certificate of now outlasts, and this one does not. */
const countLater = async (db: Db, orgId: string, notAfter: Date): Promise<number> => {
  const { identity } = await findSealing(db, orgId)
  if (!identity || identity.notAfter <= notAfter) return 0
  const { count } = await db
    .selectFrom('documents')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('org_id', '=', orgId)
    .where('status', '=', 'pending_signature')
    .where('ends_at', '>=', notAfter)
    .where('ends_at', '<', identity.notAfter)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** What of the data for long-term validation cannot be had for it; while the timestamp authority is away, that is seen when it seals. */
const lackOf = async (
  made: SealIdentity,
  sealing: Sealing,
  { timestamps, longTerm }: Pick<Ports, 'timestamps' | 'longTerm'>,
): Promise<LongTermProblem | null> => {
  const stamp = await tryAuthority(timestamps, sealing.timestampUrl)
  return typeof stamp === 'string' ? null : longTermLack(longTerm, made, stamp, sealing)
}
