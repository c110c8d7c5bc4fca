import { z } from 'zod'
import { googleAdsForm } from './google-ads/google-ads-form.ts'
import { metaPage } from './meta/meta-page.ts'
import type { LeadSourceKind, SourcePath } from './source-kind.ts'

/** Every kind of source. A new one is a folder beside this file, and a line here. */
export const sourceKinds = [googleAdsForm, metaPage] as const

export type SourceKindName = (typeof sourceKinds)[number]['kind']
export const sourceKindNames = sourceKinds.map(({ kind }) => kind) as [SourceKindName, ...SourceKindName[]]

/** Settings of a source; `kind` says of which kind. */
export const SourceSettings = z.discriminatedUnion('kind', [sourceKinds[0].settings, sourceKinds[1].settings])
export type SourceSettings = z.output<typeof SourceSettings>

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
