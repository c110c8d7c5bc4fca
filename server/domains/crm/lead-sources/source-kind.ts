import type { z } from 'zod'
import type { Limit } from '#core/actions/limit.ts'
import type { Failure } from '#core/errors.ts'

/** A request to the address of a source, as its kind sees it. */
export interface SourceRequest {
  readonly method: string
  /** Path and query, as sent. */
  readonly url: string
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Whole and decoded. */
  readonly body: Buffer
}

/** A source as the intake must know it. `Settings` are those of its kind. */
export interface KnownSource<Settings = unknown> {
  readonly id: string
  readonly orgId: string
  readonly name: string
  readonly settings: Settings
  /** What its requests are proven with; null where its kind needs none. */
  readonly secret: string | null
  readonly isOff: boolean
  /** It brought leads by the ids of its sender alone, before each source had its own (migration 0163). */
  readonly hasBareIds: boolean
  readonly ratePerMinute: number
  readonly quotaPerMonth: number | null
  readonly defaultCountry: string | null
  /** This server, as browsers see it. */
  readonly foyer: { readonly publicUrl: string; readonly hasSandbox: boolean }
}

/**
 * What was sent, as it is kept and read again at a replay: JSON to the letter, and in place of a form's body its fields as a JSON object.
 * Never with a secret in it.
 */
export interface SourceBody {
  readonly text: string
  readonly value: unknown
}

/** A lead as `POST /v1/leads` would take it, to be read by the same rules, and what the source tells beside it. */
export interface SourceLead {
  readonly lead: Readonly<Record<string, unknown>>
  readonly metadata: Readonly<Record<string, unknown>> | null
  readonly otherIds?: readonly OtherId[]
}

/** An external_id under which the same request may have come before. */
export interface OtherId {
  readonly id: string
  /** Whether the lead that has it is the same, by its request as it is kept. Absent: it is. */
  readonly isSame?: (received: string | null) => boolean
}

/** Why a proven request makes no lead: it may be a robot's (`held`), is a trial of the sender's (`test`), or tells of something else (`ignored`). */
export interface SetAside {
  readonly outcome: 'held' | 'test' | 'ignored'
  readonly code: string
  /** For the staff. Never repeats a value of the body. */
  readonly message: string
}

/** What became of a request. */
export type SourceResult =
  | { readonly outcome: 'taken'; readonly leadId: string; readonly deduplicated: boolean }
  | { readonly outcome: SetAside['outcome'] }
  /** `isStored`: its delivery is kept with its body, to be mended and replayed. */
  | { readonly outcome: 'refused'; readonly failure: Failure; readonly isStored: boolean }

export interface SourceAnswer {
  readonly status: number
  /** Null: no body. */
  readonly type: string | null
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
}

/** The last part of `/functions/v1/<path>/<address>`. */
export type SourcePath = 'lead-form' | 'google-lead-form' | 'lead-webhook'

/**
 * How requests of one kind of source become leads. Pure: what is stored, and when, is the transport's (`transports/lead-sources`).
 * `open`, `prove` and `read` throw a Failure for what they refuse.
 */
export interface LeadSourceKind<Settings = unknown> {
  readonly kind: string
  /** Null: it has no address of its own. */
  readonly path: SourcePath | null
  readonly settings: z.ZodType<Settings>
  readonly bodyLimitBytes: number
  /** For each address that requests come from, beside the limit of the source. */
  readonly limitOfAddress: Limit | null
  /** The secret where none is given and these settings need one; null where they need none. */
  newSecret?(settings: Settings): string | null
  /** The secret is copied to the sender’s pages, so admins may read it again. */
  readonly showsSecret: boolean
  /** Settings as they are kept, out of those that are given and those that were. */
  settle?(given: Settings, before: Settings | null): Settings
  /** The text to which its senders consent: each version is kept. */
  consentText?(settings: Settings): { readonly version: number; readonly text: string } | null
  /** Reads the bytes. */
  open(request: SourceRequest, source: KnownSource<Settings>, now: Date): SourceBody
  /** Proves who sent it, by key or signature, and says whether it makes a lead. Null: it does. */
  prove(request: SourceRequest, body: SourceBody, source: KnownSource<Settings>, now: Date): SetAside | null
  /** Why what was kept makes no lead, as far as its body and the settings of now say; null: it does. Also where many are replayed at once. */
  asideOf?(body: SourceBody, source: KnownSource<Settings>): SetAside | null
  /**
   * Whether a request that was refused for the reason `code` may be replayed with many others, by the settings of now. Absent: all may but
   * what proved nothing, and what `asideOf` sets aside.
   */
  mayReplay?(body: SourceBody, code: string | null, source: KnownSource<Settings>): boolean
  /** The lead in it, by the settings of now. Also at a replay. */
  read(body: SourceBody, source: KnownSource<Settings>, now: Date): SourceLead
  /** What to do about an error by its code, where that is something else than at other sources. */
  readonly fixes?: Readonly<Record<string, string>>
  /** What its sender expects. Null: JSON, `{"ok":true,…}` or the error. */
  answer(result: SourceResult, request: SourceRequest, source: KnownSource<Settings>): SourceAnswer | null
  /** Headers of all its answers, such as those for pages of other origins. */
  headers?(request: SourceRequest, source: KnownSource<Settings>): Readonly<Record<string, string>>
  /** Answers where no source was found, or none could be looked for, and a person may see it. Null: as everywhere. */
  lost?(failure: Failure, request: SourceRequest): SourceAnswer | null
  /** Answers a GET or a preflight (OPTIONS); null where there is nothing to answer: 405. */
  greet?(request: SourceRequest, source: KnownSource<Settings>): SourceAnswer | null
}
