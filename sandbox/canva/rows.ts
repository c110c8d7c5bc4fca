/** What the plan of an account allows. */
export const plans = ['free', 'pro', 'enterprise'] as const
export type Plan = (typeof plans)[number]

/** As `GET /v1/users/me/capabilities` says it. */
export const capabilitiesOf: Readonly<Record<Plan, readonly string[]>> = {
  free: [],
  pro: ['brand_template', 'export_png_transparency', 'resize'],
  enterprise: ['analytics', 'autofill', 'brand_template', 'export_png_transparency', 'resize', 'team_restricted_app'],
}

export interface Account {
  readonly id: string
  readonly name: string
  readonly plan: Plan
}

/** How exports of a design end. */
export const exportEnds = ['success', 'license_required', 'approval_required', 'internal_failure'] as const
export type ExportEnd = (typeof exportEnds)[number]

export interface Design {
  readonly id: string
  readonly accountId: string
  readonly title: string
  readonly type: string
  readonly pages: number
  readonly createdAt: number
  readonly updatedAt: number
  readonly isTrashed: boolean
  readonly exportEnd: ExportEnd
  /** Texts that a template was filled with. */
  readonly texts: Readonly<Record<string, string>>
}

export interface Template {
  readonly id: string
  readonly accountId: string
  readonly title: string
  readonly fields: Readonly<Record<string, 'text' | 'image' | 'chart'>>
}

export interface ExportJob {
  readonly id: string
  readonly accountId: string
  readonly designId: string
  readonly type: string
  readonly pages: readonly number[]
  readonly createdAt: number
  /** Until then it is under way. */
  readonly readyAt: number
  readonly end: ExportEnd
  /** Of each file; null: as large as the design makes it. */
  readonly bytes: number | null
  /** By which its addresses are known. */
  readonly key: string
}

export interface FillJob {
  readonly id: string
  readonly accountId: string
  readonly templateId: string
  readonly title: string
  readonly texts: Readonly<Record<string, string>>
  readonly readyAt: number
  readonly fails: boolean
  /** Made when it is ready. */
  readonly designId: string | null
}
