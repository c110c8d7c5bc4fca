import { z } from 'zod'
import type {
  Db,
  ExternalCallContext,
  OpenAskingContext,
  OpenContext,
  OrgContext,
  PersonAskingContext,
  PersonContext,
  PreparingContext,
  WebsiteContext,
} from '../context.ts'
import type { ErrorDefinition, Fail, Failure } from '../errors.ts'
import type { Role } from './caller.ts'
import type { Limit } from './limit.ts'

/**
 * Who may call: everyone · a user with a session cookie · a member, admin or owner with a token · a key with a scope.
 * `key:` actions take nothing but a key, and a key can do nothing else.
 */
export type Who = 'public' | 'session' | 'member' | 'admin' | 'owner' | `key:${string}`

/** What a key can be allowed to do beside sending leads: `room:read` or `room:write`. */
export type Scope = `${string}:${'read' | 'write'}`

/**
 * The transports by which it can be called. One is closed unless listed: nothing becomes a tool by accident. `function` is an address of
 * its own, `POST /functions/v1/<name>`. `assistant` is the app's own: it reads as its person, and what writes is a proposal that the person
 * approves. Never there: whatever concerns members, keys, sessions, connections, webhooks, AI settings, exports.
 */
export type Transport = 'gateway' | 'function' | 'mcp' | 'assistant' | 'workflow' | 'download' | `POST /v1/${string}`

/**
 * What an assistant may do in the name of who calls: the actions that list it as a transport, by the path of every call, so with the
 * caller's rights at that moment, their limits, and their rows.
 */
export interface AssistantDoor {
  /** What the caller may do of it. */
  readonly actions: readonly AnyAction[]
  read(name: string, input: Readonly<Record<string, unknown>>): Promise<AssistantReply>
  /**
   * A write that the caller approved: with the same `approvalId` it is done once. `beforehand` is the first that is done in its transaction;
   * what it throws is the failure of the write.
   */
  write(
    name: string,
    input: Readonly<Record<string, unknown>>,
    approvalId: string,
    beforehand: (db: Db) => Promise<void>,
  ): Promise<AssistantReply>
  /** Whether a write with this `approvalId` was done: `write` gives its answer again, and does nothing. */
  isWritten(approvalId: string): Promise<boolean>
}

export interface AssistantReply {
  readonly body: unknown
  readonly failure?: Failure
}

/** The context of an action that waits for a provider, for people alone. */
type WithAssistant = PersonAskingContext & { assistant(): AssistantDoor }

type ContextOf<W extends Who, S, A, V> = A extends true
  ? W extends 'public'
    ? OpenAskingContext
    : W extends Role
      ? S extends Scope
        ? ExternalCallContext
        : WithAssistant
      : ExternalCallContext
  : W extends 'public' | 'session'
    ? OpenContext
    : V extends true
      ? WebsiteContext
      : W extends Role
        ? S extends Scope
          ? OrgContext
          : PersonContext
        : OrgContext

/** One thing a caller can ask for. Routes, reference, client and tests are derived from it; nothing is written twice. */
export interface Action<
  Name extends string = string,
  W extends Who = Who,
  In extends z.ZodType = z.ZodType,
  Out extends z.ZodType = z.ZodType,
  Code extends string = string,
  S extends Scope | undefined = Scope | undefined,
  A extends true | undefined = true | undefined,
  V extends true | undefined = true | undefined,
  P = unknown,
> {
  readonly name: Name
  readonly summary: string
  /** What a reader of the reference should know beyond the summary; Markdown. */
  readonly description?: string
  readonly who: W
  readonly transports: readonly Transport[]
  readonly effect: 'read' | 'write'
  /**
   * It writes what its caller alone sees, many times a minute: the audit log, which others read, has no entry for it. What comes of it,
   * such as an email that is sent, has one. Of an action that does several things: whether this call only reads.
   */
  readonly unaudited?: true | ((input: unknown) => boolean)
  /** An API key with this scope may call it too, without a user. Without one, keys are rejected. */
  readonly scope?: S
  /**
   * It waits for a provider. No transaction is open meanwhile, or a slow provider would hold every connection: it writes what
   * it intends, asks with a key that stays the same, and writes what came of it, each in a short transaction of its own.
   */
  readonly callsProvider?: A
  /**
   * Where its input asks for it, it answers `Streamed`; then `again` makes of a whole answer that is kept the pieces that a repeat gets.
   * `callsProvider` alone.
   */
  readonly streams?: { again(whole: unknown): readonly string[]; isWanted(input: unknown): boolean }
  /**
   * Pages of any website may call it at its own URL, `/functions/v1/<name>`: the action checks the origin itself. If the caller must
   * be known, a visitor's chat token is enough.
   */
  readonly website?: V
  /**
   * What an assistant is told of an action that writes: whether it takes something away (believed unless said), and whether
   * a second time does nothing more.
   */
  readonly hints?: { readonly destructive?: boolean; readonly idempotent?: boolean }
  /** What leaves the house by it, in words, for a person who is asked to approve it: `An email to the booker`. */
  readonly leaves?: string
  /** The field with the id of what it changes: a person who is asked to approve it sees its values before, beside the new ones. */
  readonly changes?: string
  /** It gives or takes the session cookie: pages of other origins are refused, whatever the operator allows them elsewhere. */
  readonly cookie?: true
  readonly limit?: Limit
  /** Of each of these lists of fields one at least is given: `run` refuses an input that has none, and the editor of workflows says so before. */
  readonly needsOneOf?: readonly (readonly string[])[]
  /**
   * For public actions: an `Idempotency-Key` works without a credential, for key and payload together. Only if the response grants
   * nothing and reveals nothing beyond the payload, because the key has no owner.
   */
  readonly anonymousIdempotency?: true
  /** A key may have a limit of its own, and what it calls here counts against that, whatever the transport. */
  readonly limitedByKey?: true
  readonly input: In
  readonly output: Out
  /** What it answers beside what any call may: those of its module, of modules below, and of transport where they mean something here. */
  readonly errors: readonly ErrorDefinition<Code>[]
  readonly examples?: readonly Example[]
  /**
   * What takes much of a processor, such as the digest of a password, is worked out before the transaction that `run` is in, and in
   * turns; and what is only read from a provider is read there. `run` judges by it, as `prepared`, after looking whether it still holds.
   */
  prepare?(input: z.output<In>, context: PreparingContext): Promise<P>
  run(
    input: z.output<In>,
    context: ContextOf<W, S, A, V> & { readonly fail: Fail<Code>; readonly prepared: P },
  ): Promise<z.input<Out>>
}

export interface Example {
  readonly title: string
  readonly input: Readonly<Record<string, unknown>>
}

/** What an action with the transport `download` answers: a file, as a stream. */
export interface Download {
  readonly name: string
  readonly type: string
  readonly content: AsyncIterable<string | Uint8Array>
}
export const Download = z.custom<Download>().describe('A file')

/**
 * What an action answers piece by piece, as server-sent events: each piece is the data of one, as JSON. The result of the generator is the whole
 * answer, which repeats with the same Idempotency-Key get; undefined where there is none. Nothing is sent before the first piece.
 */
export class Streamed<Whole = unknown> {
  readonly pieces: AsyncGenerator<string, Whole | undefined, void>
  constructor(pieces: AsyncGenerator<string, Whole | undefined, void>) {
    this.pieces = pieces
  }
}

/** A file that is in memory as a whole. */
export const asDownload = (file: { readonly name: string; readonly type: string; readonly bytes: Uint8Array }): Download => ({
  ...{ name: file.name, type: file.type },
  content: oneChunk(file.bytes),
})

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** Any action, as a list holds it: what it takes and gives is known only by its own shapes. */
export interface AnyAction extends Omit<Action, 'run' | 'prepare'> {
  prepare?(input: never, context: PreparingContext): Promise<unknown>
  run(input: never, context: never): Promise<unknown>
}

/** The limits of actions that name none. Per 60 seconds. */
export const usualLimit = (who: Who): Limit =>
  who === 'public' || who === 'session' ? { times: 30, seconds: 60 } : { times: 120, seconds: 60 }

export const action = <
  const Name extends string,
  const W extends Who,
  In extends z.ZodType,
  Out extends z.ZodType,
  const Code extends string = never,
  const S extends Scope | undefined = undefined,
  const A extends true | undefined = undefined,
  const V extends true | undefined = undefined,
  P = undefined,
>(
  definition: Action<Name, W, In, Out, Code, S, A, V, P>,
): Action<Name, W, In, Out, Code, S, A, V, P> => definition
