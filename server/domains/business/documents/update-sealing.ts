import { sql } from 'kysely'
import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { mayBeReached, readUrl } from '#core/outbound/http.ts'
import { Reminders, reminderColumns } from '../templates/reminders.ts'
import { CodeTemplateInput, requireFitTemplate } from './code-templates.ts'
import { sealingErrors } from './errors.ts'
import { KeepingYears } from './keeping.ts'
import { saysMissing } from './long-term-strings.ts'
import { findChainOfIdentity, findSealing, TimestampRule } from './sealing.ts'
import { SealingSettings, showSealingOf } from './sealing-settings.ts'
import { authorityOf, longTermLack, tryAuthority } from './stamping.ts'

export const updateSealing = action({
  name: 'update-sealing',
  summary: 'Change how documents are signed and sealed',
  description:
    'Whether members may attest a signature that was made elsewhere, how long signers usually have, when they are reminded, whether seals carry a timestamp, whether data for long-term validation follows it, and how long documents are kept. An authority that is new here is asked for a timestamp first: one that does not answer well is not taken.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  scope: 'documents:write',
  callsProvider: true,
  limit: { times: 60, seconds: 60 },
  hints: { destructive: false, idempotent: true },
  input: z.object({
    allowsAttesting: z.boolean().optional(),
    daysToSign: z.int().min(1).max(365).optional().describe('Of documents that are made from now on without a deadline'),
    timestamp: TimestampRule.optional(),
    timestampUrl: z
      .string()
      .trim()
      .max(500)
      .nullable()
      .optional()
      .describe('Address of a timestamp authority (RFC 3161) of the workspace’s own; null is that of the operator'),
    longTerm: z
      .boolean()
      .optional()
      .describe(
        'Whether seals carry certificates and revocation lists for long-term validation (PAdES B-LT). Needs a timestamp. They are appended after the seal, so some readers say that not the whole document is signed',
      ),
    reminders: Reminders.optional().describe('Of documents that are made from now on'),
    codeTemplate: CodeTemplateInput.nullable()
      .optional()
      .describe('The WhatsApp template by which codes go to signers: approved, of the category Authentication; null: none do'),
    contractYears: KeepingYears.optional().describe('How long contracts are kept that end from now on'),
    invoiceYears: KeepingYears.optional().describe('The same of documents that are invoices'),
  }),
  output: z.object({ success: z.literal(true), sealing: SealingSettings }),
  errors: [
    ...[sealingErrors.timestamp_url_invalid, sealingErrors.timestamp_url_not_allowed],
    ...[sealingErrors.timestamp_authority_missing, sealingErrors.timestamp_authority_failed],
    ...[sealingErrors.long_term_needs_timestamp, sealingErrors.long_term_unavailable, sealingErrors.code_template_unfit],
  ],
  examples: [
    { title: 'Two weeks to sign', input: { daysToSign: 14 } },
    { title: 'Timestamps', input: { timestamp: 'required', timestampUrl: 'http://timestamp.example.com' } },
  ],

  async run(
    { allowsAttesting, daysToSign, timestamp, timestampUrl, longTerm, reminders, codeTemplate, contractYears, invoiceYears },
    { org, inOrg, ports, vault, settings, fail },
  ) {
    if (typeof timestampUrl === 'string') {
      const url = readUrl(timestampUrl)
      if (!url) throw fail('timestamp_url_invalid', { field: 'timestampUrl' })
      if (!mayBeReached(url, settings.allowedTargets)) throw fail('timestamp_url_not_allowed', { field: 'timestampUrl' })
    }
    if (codeTemplate) await inOrg(({ db }) => requireFitTemplate(db, org.id, codeTemplate))
    const { before, identity } = await inOrg(async ({ db }) => ({
      before: await findSealing(db, org.id),
      identity: await findChainOfIdentity(db, org.id),
    }))
    const after = {
      timestamp: timestamp ?? before.timestamp,
      timestampUrl: timestampUrl === undefined ? before.timestampUrl : timestampUrl,
      longTerm: longTerm ?? before.longTerm,
    }
    if (after.longTerm && after.timestamp === 'none')
      throw fail('long_term_needs_timestamp', { field: longTerm ? 'longTerm' : 'timestamp' })
    const isOtherAuthority = after.timestampUrl !== before.timestampUrl || before.timestamp === 'none'
    const isNewlyLongTerm = after.longTerm && (isOtherAuthority || !before.longTerm)
    if (after.timestamp !== 'none' && (isOtherAuthority || isNewlyLongTerm)) {
      const field = timestampUrl ? 'timestampUrl' : isOtherAuthority ? 'timestamp' : 'longTerm'
      if (authorityOf(after, ports.timestamps) === null) throw fail('timestamp_authority_missing', { field })
      const stamp = await tryAuthority(ports.timestamps, after.timestampUrl)
      if (typeof stamp === 'string') throw fail('timestamp_authority_failed', { field, message: stamp })
      const problem = isNewlyLongTerm ? await longTermLack(ports.longTerm, identity, stamp, after) : null
      if (problem !== null) throw fail('long_term_unavailable', { field: 'longTerm', message: saysMissing(problem) })
    }
    const changes = {
      ...(allowsAttesting !== undefined && { allows_attesting: allowsAttesting }),
      ...(daysToSign !== undefined && { days_to_sign: daysToSign }),
      ...(reminders && reminderColumns(reminders)),
      ...(codeTemplate !== undefined && { code_template: codeTemplate && JSON.stringify(codeTemplate) }),
      ...(timestamp !== undefined && { timestamp }),
      ...(timestampUrl !== undefined && { timestamp_url: timestampUrl }),
      ...(longTerm !== undefined && { long_term: longTerm }),
      ...(contractYears !== undefined && { contract_years: contractYears }),
      ...(invoiceYears !== undefined && { invoice_years: invoiceYears }),
    }
    return inOrg(async ({ db }) => {
      await db
        .insertInto('sealing_settings')
        .values({ org_id: org.id, ...changes })
        .onConflict((conflict) => conflict.column('org_id').doUpdateSet({ ...changes, updated_at: sql<Date>`now()` }))
        .execute()
      return { success: true as const, sealing: await showSealingOf({ db, org, ports, vault }) }
    })
  },
})
