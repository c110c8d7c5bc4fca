import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { workflowErrors } from './errors.ts'
import {
  findCredentials,
  HttpCredential,
  isHeaderName,
  isHeaderValue,
  isOwnHeader,
  mostCredentials,
  readOrigin,
  sealOfCredential,
  showCredential,
} from './http-credentials.ts'
import { goOnAtConnection } from './paused-runs.ts'

export const saveHttpCredential = action({
  name: 'save-http-credential',
  summary: 'Save what requests of workflows are sent with',
  description:
    'A header with a secret, for one origin: it is sealed, is sent to that origin and to no other, and is never answered. Steps name it as their `connection`. With `credentialId` it is replaced; `value` can be left out where the origin stays.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false, idempotent: true },
  input: z.object({
    credentialId: z.uuid().optional(),
    name: z.string().trim().min(1).max(120),
    origin: z.string().trim().min(1).max(300).describe('`https://api.example.com`, without a path'),
    header: z.string().trim().min(1).max(100).default('Authorization'),
    value: z.string().min(1).max(4_000).optional().describe('The whole value of the header: `Bearer …`'),
  }),
  output: z.object({ success: z.literal(true), credential: HttpCredential }),
  errors: [
    ...[workflowErrors.credential_not_found, workflowErrors.credential_name_taken, workflowErrors.too_many_credentials],
    ...[workflowErrors.credential_origin_invalid, workflowErrors.credential_origin_not_allowed],
    workflowErrors.credential_header_invalid,
  ],
  examples: [
    {
      title: 'A key of another service',
      input: { name: 'Stock system', origin: 'https://stock.example.com', header: 'X-Api-Key', value: 'k-123456' },
    },
  ],

  async run({ credentialId, name, header, ...given }, { db, org, person, vault, settings, newId, now, fail }) {
    const origin = readOrigin(given.origin, settings.allowedTargets)
    if (!isHeaderName(header) || isOwnHeader(header)) throw fail('credential_header_invalid', { field: 'header' })
    const value = given.value?.trim()
    if (value !== undefined && (value === '' || !isHeaderValue(value)))
      throw fail('credential_header_invalid', { field: 'value' })
    const all = await findCredentials(db, org.id)
    const before = all.find(({ id }) => id === credentialId)
    if (credentialId !== undefined && !before) throw fail('credential_not_found', { field: 'credentialId' })
    if (all.some((each) => each.id !== credentialId && each.name.toLowerCase() === name.toLowerCase()))
      throw fail('credential_name_taken', { field: 'name' })
    if (!before && all.length >= mostCredentials) throw fail('too_many_credentials')
    // A secret goes to the place that it was given for: who may change that place need not know the secret.
    if (value === undefined && before?.origin !== origin)
      throw fail('credential_header_invalid', { field: 'value', message: 'Missing required field: value' })
    const id = before?.id ?? newId()
    const sealed = value === undefined ? String(before?.secret_sealed) : vault.seal(value, sealOfCredential(id))
    const saved = { name, origin, header, secret_sealed: sealed, saved_by: person.id, updated_at: now() }
    const row = await db
      .insertInto('workflow_credentials')
      .values({ org_id: org.id, id, ...saved })
      .onConflict((conflict) => conflict.columns(['org_id', 'id']).doUpdateSet(saved))
      .returningAll()
      .executeTakeFirstOrThrow()
    await goOnAtConnection(db, org.id)
    return { success: true as const, credential: showCredential(row) }
  },
})
