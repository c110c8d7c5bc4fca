import type { z } from 'zod'
import type { JobContext, OpenContext, OrgContext } from '../context.ts'

/** What a provider sent, to the byte: signatures are made over this, never over a parsed copy. */
export interface RawRequest {
  readonly method: string
  /** Path and query, as sent. */
  readonly url: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Buffer
}

/** What a provider is answered: a body of the given type. */
export interface InboundAnswer {
  readonly status: number
  readonly type: 'application/json' | 'text/plain' | 'text/xml' | 'image/gif'
  readonly body: string | Buffer
}

/** From whom a request is, once that is proven. */
export interface Sender {
  readonly orgId: string
  /** The connection whose secret proved it; null where no connection is behind a hook. */
  readonly connectionId: string | null
}

/** What a hook needs to find out who sent something. */
export type InboundContext = Pick<OpenContext, 'db' | 'enterOrg' | 'vault' | 'now' | 'log' | 'settings' | 'ports'>

/** What `authenticate` found; nothing where a hook has none. */
export type InboundClaims = Readonly<Record<string, string | boolean | null>>

/** What answering a request can do, once it is stored: the same transaction, in the organization of the (last) sender. */
export type AnswerContext = Told &
  Pick<OrgContext, 'db' | 'org' | 'emit' | 'vault' | 'now' | 'log' | 'newId' | 'settings' | 'ports'>

/** What is known of a request once it is stored. */
interface Told {
  /** The connection that it was proven with: the one to ask what it is about, whichever is used by now. */
  readonly connectionId: string | null
}

/** What reading a stored request can do: a transaction in its organization. */
export type ReadContext = Told &
  Pick<OrgContext, 'db' | 'org' | 'emit' | 'enqueue' | 'vault' | 'within' | 'now' | 'log' | 'newId' | 'ports'> &
  Pick<JobContext, 'signal'> & {
    /** Ids that rise in the order in which requests came; several are read at once, and a failed one later. */
    readonly newPartId: () => string
  }

/** The same for several requests at once. */
export type ReadTogetherContext = Omit<ReadContext, keyof Told | 'newPartId'>

export type InboundPath = '/gateway' | `/functions/v1/${string}`

/**
 * A provider tells us something. The raw request is proven and stored before it is answered; it is read afterwards, in a
 * job, as often as it takes. So an answer of 200 means that what was sent is kept, whatever becomes of it. Nothing of a body
 * that was proven keeps it from being stored: a provider that is answered 500 switches the address off.
 */
export interface InboundWebhook<Name extends string = string, Data extends z.ZodType = z.ZodType> {
  readonly name: Name
  readonly summary: string
  /** `/gateway`, where several hooks stand side by side, a path of its own below `/functions/v1/`, or both. */
  readonly path: InboundPath | readonly InboundPath[]
  readonly methods: readonly ('GET' | 'POST')[]
  readonly bodyLimitBytes: number
  /** Whether a request to the shared path is this hook's; by its form alone, before anything of it is believed. */
  matches(request: RawRequest, ports: InboundContext['ports']): boolean
  /**
   * What is proven of a request where that may ask elsewhere, for its sender’s keys, say: no transaction is open meanwhile. Throws a Failure where
   * nothing is. `verify` gets it as `claims`.
   */
  authenticate?(request: RawRequest, context: Pick<InboundContext, 'ports' | 'log'>): Promise<InboundClaims>
  /**
   * Proves who sent it, by its signature and not by what it says, or throws a Failure. A check of the address that a provider makes by GET is answered here and is
   * not stored: GET never acts. Several organizations where one request speaks to them all: each keeps the whole of it, and
   * reads its own.
   */
  verify(
    request: RawRequest,
    context: InboundContext & { readonly claims: InboundClaims },
  ): Promise<Sender | readonly [Sender, ...Sender[]] | { readonly answer: InboundAnswer }>
  /**
   * The provider's own id of the message, by which a repeat is known. Null, or an error because it cannot be read: the digest
   * of the body. What was proven is stored, whatever it looks like.
   */
  keyOf?(request: RawRequest, sender: Sender, context: Pick<InboundContext, 'ports'>): string | null
  /**
   * What is answered once the request is stored. Default: 200 `{"success":true}`. A repeat is answered anew. What goes wrong here is
   * logged and undone, and `sorry` is answered: the request stays stored, and is read all the same.
   */
  answer?(request: RawRequest, context: AnswerContext, sender: Sender): InboundAnswer | Promise<InboundAnswer>
  sorry?(ports: InboundContext['ports']): InboundAnswer
  /** What the provider says that it sends. What does not fit is kept as unreadable, and not tried again. */
  readonly data: Data
  /** The data of a body; default: JSON. Throws on one that cannot be read. */
  parse?(body: Buffer): unknown
  /** Acts on it, in one transaction with the mark that it was read. */
  read(data: z.output<Data>, context: ReadContext): Promise<void>
  /**
   * The same for several of one organization, in the order in which they came, where that costs less: what became of each. Where it
   * throws, all of it is undone, and it is asked again with fewer.
   */
  readTogether?(requests: readonly ToRead<z.output<Data>>[], context: ReadTogetherContext): Promise<readonly ReadOutcome[]>
}

/** One of several requests to be read. */
export interface ToRead<Data> extends Told {
  readonly data: Data
  readonly newPartId: () => string
}

/** `alone`: nothing of it was done; it has to be read in a transaction of its own. */
export type ReadOutcome = 'read' | 'alone' | Unreadable

/** Thrown by `read` for what will never be understood: it is kept, marked, and not tried again. */
export class Unreadable extends Error {}

/** Any hook, as a list holds it. */
export interface AnyInboundWebhook extends Omit<InboundWebhook, 'read' | 'readTogether'> {
  read(data: never, context: ReadContext): Promise<void>
  readTogether?(requests: readonly ToRead<never>[], context: ReadTogetherContext): Promise<readonly ReadOutcome[]>
}

export const inboundWebhook = <const Name extends string, Data extends z.ZodType>(
  definition: InboundWebhook<Name, Data>,
): InboundWebhook<Name, Data> => definition
