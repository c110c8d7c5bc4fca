import type { z } from 'zod'
import type { OpenContext } from './context.ts'

/** What a provider sent, to the byte: signatures are made over this, never over a parsed copy. */
export interface RawRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Buffer
}

/**
 * A provider tells us something. The raw request is verified and stored before it is answered; reading it comes later,
 * in a job, as often as it takes.
 */
export interface Hook<Name extends string = string, Data extends z.ZodType = z.ZodType> {
  readonly name: Name
  readonly summary: string
  /** `GET` answers a provider's check of the address and never acts. */
  readonly methods: readonly ('GET' | 'POST')[]
  readonly bodyLimitBytes: number
  /** Throws a Failure when the request is not from whom it claims to be. */
  verify(request: RawRequest, context: OpenContext): Promise<{ readonly orgId: string; readonly dedupKey: string | null }>
  readonly data: Data
  /** The job that reads what was stored. */
  readonly job: string
}

export const hook = <const Name extends string, Data extends z.ZodType>(definition: Hook<Name, Data>): Hook<Name, Data> =>
  definition
