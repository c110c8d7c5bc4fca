import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { Tables } from '#db/tables.ts'
import type { Ports } from '#ports/ports.ts'
import type { AllowedTarget } from '#shapes/networks.ts'
import type { WorkflowCaps } from '#shapes/workflow-caps.ts'
import type { Role } from './actions/caller.ts'
import type { Limit } from './actions/limit.ts'
import type { ErrorDefinition } from './errors.ts'
import type { AnyEvent } from './events/event.ts'
import type { JobReference, JobStart } from './jobs/job-reference.ts'
import type { Log } from './log.ts'
import type { RetentionSetting } from './retention-setting.ts'
import type { DoTogether } from './together.ts'
import type { Vault } from './vault.ts'
import type { Within } from './within.ts'

export type Db = Kysely<Tables>

/** Runs `work` in one transaction that sees the rows of one organization and no other. */
export type InOrg = <T>(orgId: string, work: (db: Db) => Promise<T>) => Promise<T>

/** What every verb is given. Time, chance and the outside come in here, so that a test can hold them. */
export interface BaseContext {
  readonly ports: Ports
  readonly log: Log
  readonly now: () => Date
  readonly newId: () => string
  readonly requestId: string
  readonly vault: Vault
  /** Lets the modules above join in at a moment, in the same transaction. */
  readonly within: Within
  /** Does something in one transaction with what other callers of the same workspace want done at the same time. */
  readonly together: DoTogether
  readonly settings: {
    readonly publicUrl: string
    readonly uploadMaxBytes: number
    /** Of one workspace, together. */
    readonly uploadsMost: { readonly files: number; readonly bytes: number }
    /** Days; 0 is for ever. */
    readonly retention: Readonly<Record<RetentionSetting, number>>
    /** ALLOWED_ORIGIN_DOMAIN. */
    readonly allowedOriginDomain: string | undefined
    /** What an operator allows beyond the public internet. */
    readonly allowedTargets: readonly AllowedTarget[]
    /** The outside providers are played under /sandbox: what is not connected is pretended. */
    readonly hasSandbox: boolean
    /** How much people who are not signed in may book, in one workspace. */
    readonly strangers: {
      readonly openOfRecipient: number
      readonly mailsADayOfRecipient: number
      readonly bookingsAnHourOfNetwork: number
    }
    readonly workflows: WorkflowCaps
    /** A CRM sync without progress for so long is stalled; after so much more it fails. */
    readonly crmStallMs: number
    readonly crmGiveUpMs: number
    /** An AI provider that has given no text for so long is passed over. */
    readonly aiFirstTextMs: number
    /** An answer of the assistant that takes longer is ended. */
    readonly aiAnswerMs: number
    /** How often mailboxes are read where nothing tells of changes. */
    readonly mailPollMs: number
    /** How far back a mailbox is read at first. */
    readonly mailFirstDays: number
    /** How often calendars are read, likewise. */
    readonly calendarPollMs: number
  }
}

/**
 * Puts a job into the caller's transaction: it exists exactly when the rows that asked for it do. With `start` it waits until then.
 */
export type Enqueue = <Data extends z.ZodType>(job: JobReference<Data>, data: z.input<Data>, start?: JobStart) => Promise<void>

/** The same for several jobs of a kind, in one statement. */
export type EnqueueAll = <Data extends z.ZodType>(job: JobReference<Data>, data: readonly z.input<Data>[]) => Promise<void>

/** Writes an event to the log in the same transaction, and wakes live pages. */
export type Emit = <E extends AnyEvent>(event: E, subjectId: string, facts: z.input<E['facts']>) => Promise<void>

/** Waits for a turn among all that takes much of a processor, then works. 429 where too many wait. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/** What an action has before its transaction: no connection is held while something is worked out, or read elsewhere. */
export interface PreparingContext extends Pick<BaseContext, 'ports' | 'log'> {
  readonly now: () => Date
  /** The person who calls; null where none is known. */
  readonly personId: string | null
  /** The workspace that the caller calls in; null where none is known. */
  readonly orgId: string | null
  /** Outside any organization, each statement by itself. */
  readonly db: Db
  readonly inOrg: InOrg
  readonly vault: Vault
  /** What the browser keeps of the device; null where it keeps nothing. */
  readonly device: string | null
  /** Takes from a named bucket beside the action's own; 429, with the time until there is something again, where there is nothing. */
  demand(bucket: string, limit: Limit): Promise<void>
  readonly inTurn: InTurn
}

/** The context of an action whose caller belongs to an organization. `db` is a transaction bound to it. */
export interface OrgContext extends BaseContext {
  readonly org: { readonly id: string }
  readonly db: Db
  /** The person who calls; null when the caller is a key or a workflow. */
  readonly person: { readonly id: string; readonly role: Role; readonly sessionId: string | null } | null
  /** The key that calls; null when a person or a workflow does. */
  readonly keyId: string | null
  /** The workflow of which a run calls; null when a person or a key does. */
  readonly workflow: { readonly id: string; readonly name: string; readonly version: number; readonly runId: string } | null
  /** Ask Foyer calls for the person: what it reads goes to a model. */
  readonly isAssistant: boolean
  readonly emit: Emit
  readonly enqueue: Enqueue
  /** What an action or a job of the catalogue does, in words; null for one that is gone. */
  summaryOf(name: string): string | null
  /** The meaning of a code that was answered at some time; nothing of one that is no more. */
  errorOf(code: string): ErrorDefinition | undefined
  /** A transaction of its own in the same organization, for a download that goes on after the action's has ended. */
  inOrg<T>(work: (db: Db) => Promise<T>): Promise<T>
}

/** The same where keys are not accepted: a user calls. */
export interface PersonContext extends OrgContext {
  readonly person: NonNullable<OrgContext['person']>
  readonly clientAddress: string
  /** The User-Agent header, as claimed; null without one. */
  readonly agent: string | null
}

/** The context of an action that a website visitor may call too, with the token of their chat; then there is no user. */
export interface WebsiteContext extends OrgContext {
  readonly visitor: { readonly sessionId: string; readonly widgetId: string } | null
  readonly origin: string | null
  readonly agent: string | null
  readonly clientAddress: string
  /** Takes from a named bucket beside the action's own; 429, with the time until there is something again, where there is nothing. */
  demand(bucket: string, limit: Limit): Promise<void>
}

/** The context of a public action, or of one that only needs a session. */
export interface OpenContext extends BaseContext {
  /** A transaction outside any organization: it sees the global look-ups and no tenant's rows. */
  readonly db: Db
  /** Moves `db` into one organization for the rest of the transaction; `personId` is who the caller turned out to be. */
  enterOrg(orgId: string, personId?: string): Promise<void>
  readonly session: {
    readonly current: {
      readonly personId: string
      readonly orgId: string
      readonly sessionId: string
      readonly tokenHash: Buffer
    } | null
    /** Hands the browser a new session cookie; `null` takes it away. Sent with the answer, after the commit. */
    give(token: string | null): void
  }
  readonly device: {
    /** What the browser keeps of the device; null where it keeps nothing. */
    readonly text: string | null
    /** Hands it something else to keep. */
    give(text: string): void
  }
  readonly clientAddress: string
  /** The User-Agent header, as claimed; null without one. */
  readonly agent: string | null
  /** The Origin header: which page's script calls, as its browser says; null without one. */
  readonly origin: string | null
  readonly enqueue: Enqueue
  /** Like `emit`, for the organization that was entered. */
  emitIn<E extends AnyEvent>(orgId: string, event: E, subjectId: string, facts: z.input<E['facts']>): Promise<void>
  /** Takes from a named bucket beside the action's own; true when there was something to take. */
  allow(bucket: string, limit: Limit): Promise<boolean>
  /** The same where the caller is told: 429 with the time until there is something again. */
  demand(bucket: string, limit: Limit): Promise<void>
  readonly signToken: (claims: {
    personId: string
    orgId: string
    role: Role
    sessionId: string | null
  }) => Promise<{ token: string; expiresAt: Date }>
}

/** One short transaction of an action that asks a provider. */
export interface Step {
  readonly db: Db
  readonly emit: Emit
  readonly enqueue: Enqueue
  /** Where many may be asked for at once (`enqueueEach`). */
  readonly enqueueAll?: EnqueueAll
}

/** The context of an action that calls a provider, for members of an organization. */
export interface ExternalCallContext extends Omit<OrgContext, 'db' | 'emit' | 'enqueue' | 'inOrg'> {
  /**
   * Of the call's Idempotency-Key; null without one. The same for a repeat, of which the answer is not kept yet: by it the action goes on
   * where a crash stopped it.
   */
  readonly idempotencyId: string | null
  /** Aborted when the caller goes away, or the server ends, of an action that streams; never of any other. */
  readonly gone: AbortSignal
  inOrg<T>(work: (step: Step) => Promise<T>): Promise<T>
}

/** The same where no key is let in. */
export interface PersonAskingContext extends ExternalCallContext {
  readonly person: NonNullable<OrgContext['person']>
}

/** The context of a public action that calls a provider. */
export interface OpenAskingContext extends BaseContext {
  /** Whose token came along, where one did: what it says, not whether they are a member still. */
  readonly signedIn: { readonly personId: string; readonly orgId: string } | null
  readonly clientAddress: string
  readonly agent: string | null
  /** A transaction outside any organization, for the global look-ups. It writes nothing. */
  outside<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** A transaction in the organization that a look-up named. */
  inOrg<T>(orgId: string, work: (step: Step) => Promise<T>): Promise<T>
  /** The last of these: what it answers is the action's answer, and the audit's row is a part of it. */
  conclude<T>(orgId: string, work: (step: Step) => Promise<T>): Promise<T>
}

/** The context of a job. It opens its own transactions, one organization at a time. */
export interface JobContext extends Omit<BaseContext, 'requestId'> {
  readonly inOrg: InOrg
  /** A transaction outside any organization. */
  readonly db: Db
  readonly jobId: string
  /**
   * Aborted when the worker drains, or when its job was given to another because this worker seemed dead: stop at the next good
   * place.
   */
  readonly signal: AbortSignal
  emitIn<E extends AnyEvent>(db: Db, orgId: string, event: E, subjectId: string, facts: z.input<E['facts']>): Promise<void>
  /** Puts a job into the transaction `db`; with `start` it waits until then. */
  enqueueIn<Data extends z.ZodType>(db: Db, job: JobReference<Data>, data: z.input<Data>, start?: JobStart): Promise<void>
}
