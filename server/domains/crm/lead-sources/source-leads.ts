import { type LeadInput, leadFailure, readLead } from '../leads/lead-input.ts'
import type { KnownSource, LeadSourceKind, OtherId, SourceBody } from './source-kind.ts'

/** A lead of a source, and the other external_ids under which it may have been taken. */
export interface ReadLead {
  readonly lead: LeadInput
  readonly otherIds: readonly OtherId[]
}

/** The lead in what a source sent, read by the rules of `POST /v1/leads`. Throws a Failure for what makes none. */
export const readSourceLead = (
  kind: LeadSourceKind,
  source: KnownSource,
  body: SourceBody,
  { defaultCountry, now }: { readonly defaultCountry: string | null; readonly now: Date },
): ReadLead => {
  const { lead, metadata, otherIds = [] } = kind.read(body, source, now)
  const read = readLead(lead, { defaultCountry, today: now.toISOString().slice(0, 10) })
  if (!read.ok) throw leadFailure(read)
  return { lead: { ...read.lead, metadata: storable(metadata) }, otherIds }
}

/** PostgreSQL takes no NUL in JSON, and no broken pairs of surrogates: in what lies beside the lead they are replaced, not refused. */
const storable = (metadata: Readonly<Record<string, unknown>> | null): Readonly<Record<string, unknown>> | null => {
  if (metadata === null || Object.keys(metadata).length === 0) return null
  return mended(metadata) as Record<string, unknown>
}

const mended = (value: unknown): unknown => {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '\ufffd')
  if (Array.isArray(value)) return value.map(mended)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [String(mended(name)), mended(each)]))
}
