import { z } from 'zod'
import { ShownFormSettings } from './form/form-settings.ts'
import { leadForm } from './form/lead-form.ts'
import { googleAdsForm } from './google-ads/google-ads-form.ts'
import { metaPage } from './meta/meta-page.ts'
import type { LeadSourceKind, SourcePath } from './source-kind.ts'
import { leadWebhook } from './webhook/lead-webhook.ts'

/** Every kind of source. A new one is a folder beside this file, and a line here. */
export const sourceKinds = [leadForm, googleAdsForm, metaPage, leadWebhook] as const

export type SourceKindName = (typeof sourceKinds)[number]['kind']
export const sourceKindNames = sourceKinds.map(({ kind }) => kind) as [SourceKindName, ...SourceKindName[]]

/** Settings of a source; `kind` says of which kind. */
export const SourceSettings = z.discriminatedUnion('kind', [
  googleAdsForm.settings,
  leadForm.settings,
  metaPage.settings,
  leadWebhook.settings,
])
export type SourceSettings = z.output<typeof SourceSettings>

/** The same as they are answered: lists in them have names. */
export const ShownSettings = z.discriminatedUnion('kind', [
  ShownFormSettings,
  googleAdsForm.settings,
  metaPage.settings,
  leadWebhook.settings,
])

const byName: ReadonlyMap<string, LeadSourceKind> = new Map(sourceKinds.map((each) => [each.kind, each]))
const byPath: ReadonlyMap<string, LeadSourceKind> = new Map(
  sourceKinds.flatMap((each) => (each.path === null ? [] : [[each.path, each] as const])),
)

/** Undefined for a kind that only a later version knows. */
export const findKind = (kind: string): LeadSourceKind | undefined => byName.get(kind)

export const kindOf = (kind: string): LeadSourceKind => {
  const found = findKind(kind)
  if (!found) throw new Error(`no kind of lead source is called ${kind}`)
  return found
}

export const kindAtPath = (path: string): LeadSourceKind | undefined => byPath.get(path as SourcePath)

/** Settings as they are kept, out of those that are given and those that were. */
export const settleSettings = (
  given: z.output<typeof SourceSettings>,
  before: z.output<typeof SourceSettings> | null,
): z.output<typeof SourceSettings> => SourceSettings.parse(kindOf(given.kind).settle?.(given, before) ?? given)
