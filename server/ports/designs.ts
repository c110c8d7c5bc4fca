/** A design as it is at its vendor. Times are the vendor's. */
export interface VendorDesign {
  readonly id: string
  readonly title: string
  readonly pages: number | null
  readonly createdAt: Date
  readonly updatedAt: Date
  /** Good for minutes, and never stored. */
  readonly thumbnailUrl: string | null
  /** Where a person edits and looks at it. Good for days, and never stored. */
  readonly editUrl: string | null
  readonly viewUrl: string | null
}

/** A page of a list. `next`: what the next page is asked for with; null at the end. */
export interface Listed<Item> {
  readonly items: readonly Item[]
  readonly next: string | null
}

export interface ListWish {
  readonly search: string | null
  readonly cursor: string | null
  /** 1 to 100. */
  readonly limit: number
}

/** What is to be made: a kind of design, or a size in pixels, or a copy of another design, or of a template as it is. */
export type DesignWish =
  | { readonly kind: DesignKind; readonly title: string | null }
  | { readonly width: number; readonly height: number; readonly title: string | null }
  | { readonly copyOf: string }
  | { readonly templateId: string }

export const designKinds = ['doc', 'email', 'presentation', 'whiteboard'] as const
export type DesignKind = (typeof designKinds)[number]

/** Files that a design can become. Of pictures there is one a page, of the others one in all. */
export const exportTypes = ['pdf', 'png', 'jpg', 'pptx', 'gif', 'mp4'] as const
export type ExportType = (typeof exportTypes)[number]

export interface ExportWish {
  readonly type: ExportType
  /** From 1; all without any. */
  readonly pages: readonly number[]
}

/** A job of the vendor. `failed` has the vendor's code, such as `license_required`. */
export type VendorJob<Result> =
  | { readonly state: 'running' }
  | { readonly state: 'done'; readonly result: Result }
  | { readonly state: 'failed'; readonly code: string }

export interface DesignTemplate {
  readonly id: string
  readonly title: string
  /** Good for minutes, and never stored. */
  readonly thumbnailUrl: string | null
}

export interface TemplateField {
  readonly name: string
  readonly kind: 'text' | 'image' | 'chart'
}

export interface FillWish {
  readonly templateId: string
  readonly title: string | null
  /** Texts by the names of fields. */
  readonly texts: Readonly<Record<string, string>>
}

/** A file at a temporary address, as it comes. `type` is a claim of its sender. */
export interface OpenedFile {
  readonly type: string | null
  /** Throws ProviderError `unreachable` where it stalls or breaks off, and `refused` with the code `file_too_large`. */
  readonly pieces: AsyncGenerator<Buffer, void, void>
}

/**
 * Why something cannot be done; the `code` of a ProviderError of the kind `refused`.
 * - `design_not_there`: it was deleted, or this account does not see it: a vendor does not say which.
 * - `job_not_there`: the vendor no longer knows the job.
 * - `not_in_plan`: the account's plan has no templates, or cannot have them filled.
 * - `quota_used_up`: the plan's share is used up; trying again later is of no use.
 * - `address_over`: a temporary address is past its time.
 * - `file_too_large`: a file is larger than it may be here.
 */
export type DesignFault =
  | 'design_not_there'
  | 'job_not_there'
  | 'not_in_plan'
  | 'quota_used_up'
  | 'address_over'
  | 'file_too_large'

/**
 * Designs of one account. Throws ProviderError; what makes something (`create`, `beginExport`, `beginFill`) also one that is `uncertain`:
 * then it may have been made, and asking again would make another.
 */
export interface Designs {
  /** What the plan of the account can do. */
  abilities(): Promise<{ readonly canUseTemplates: boolean; readonly canFillTemplates: boolean }>
  list(wish: ListWish): Promise<Listed<VendorDesign>>
  find(id: string): Promise<VendorDesign>
  create(wish: DesignWish): Promise<VendorDesign>
  /** Types that this design can be exported to, of those that are known here. */
  exportTypes(id: string): Promise<readonly ExportType[]>
  /** Answers the vendor's id of the job. */
  beginExport(id: string, wish: ExportWish): Promise<string>
  /** Where the files are, in the order of the pages; each address is good for a day, and never stored. */
  findExport(jobId: string): Promise<VendorJob<readonly string[]>>
  templates(wish: ListWish): Promise<Listed<DesignTemplate>>
  templateFields(templateId: string): Promise<readonly TemplateField[]>
  beginFill(wish: FillWish): Promise<string>
  /** The id of the design that was made. */
  findFill(jobId: string): Promise<VendorJob<string>>
  /** A file of an export. No credentials are sent: the address is one that an answer named. */
  openFile(url: string, limits: { readonly maxBytes: number; readonly signal: AbortSignal }): Promise<OpenedFile>
  /** A picture of a design; null where there is none at that address any more, or what is there is no picture. */
  picture(url: string): Promise<{ readonly type: string; readonly content: Buffer } | null>
}

/** The calls that a vendor counts apart. */
export type DesignOperation =
  | 'abilities'
  | 'list'
  | 'find'
  | 'create'
  | 'exportTypes'
  | 'beginExport'
  | 'findExport'
  | 'templates'
  | 'templateFields'
  | 'beginFill'
  | 'findFill'

/** How often an account may make a call, in each of these windows. */
export type DesignAllowances = {
  readonly [Operation in DesignOperation]: readonly { readonly times: number; readonly seconds: number }[]
}

export interface DesignsAccount {
  readonly orgId: string
  readonly connectionId: string
  readonly provider: string
  readonly mode: 'live' | 'test' | 'sandbox'
  /** Null for what needs none: files at temporary addresses. */
  readonly accessToken: string | null
}

export interface DesignsPort {
  open(account: DesignsAccount): Designs
  /** The vendor's answers do not say what is left: each call is counted here, before it is made. */
  allowancesOf(provider: string): DesignAllowances
}
