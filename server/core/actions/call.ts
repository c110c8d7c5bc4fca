import type { Cause, Origin } from '#db/connect.ts'
import { addressBlock } from '../address-blocks.ts'
import type { Db } from '../context.ts'
import { rememberedDigestId } from '../ids.ts'
import type { AnyAction } from './action.ts'
import type { Caller } from './caller.ts'

/** What a call came with, beside its body. */
export interface Call {
  readonly caller: Caller
  readonly requestId: string
  readonly clientAddress: string
  /** The User-Agent header. */
  readonly agent?: string | undefined
  /** The Origin header. */
  readonly origin?: string | undefined
  /** A page of another origin calls, as its browser says. */
  readonly isForeign?: boolean
  /** What the browser keeps of the device; null or absent where it keeps nothing. */
  readonly device?: string | undefined
  /** Aborted when the caller goes away, or the server ends; only where an answer may be streamed. */
  readonly gone?: AbortSignal | undefined
  /** What reads for its caller, or prepared a write that they approved. */
  readonly via?: 'assistant'
  /** The Idempotency-Key header; only for writes of authenticated callers. */
  readonly idempotencyKey?: string | string[] | undefined
  /** What its events say brought them about. */
  readonly cause?: Cause
  /**
   * Done first in the action's own transaction, before it runs: what it throws is answered, and nothing is done. Not where a kept answer is
   * given again. Of an action that calls no provider, for those have no transaction around all that they do.
   */
  beforehand?(db: Db): Promise<void>
  /**
   * Done in the action's own last transaction, after it ran and before the commit, with what it answers; so it is done exactly if the
   * action is. Also where the answer is a kept one, whose action is not run again. What it throws undoes the transaction, and reaches who
   * called as it is.
   */
  alongside?(db: Db, output: unknown): Promise<void>
}

/** What `gone` is aborted with where the caller is still there, and the server ends. */
export const serverEnds = new Error('the server ends')

/** Whether its caller stopped it, or is gone: what it ends with is then no trouble of the server. */
export const hasLeft = ({ gone }: Pick<Call, 'gone'>): boolean => gone?.aborted === true && gone.reason !== serverEnds

/** Whom a call counts for: the person, key or workflow that it proves, and on a public action the address that it comes from. */
export const limitedAs = (action: AnyAction, { caller, clientAddress }: Call): string =>
  action.who === 'public' || caller.kind === 'nobody' ? addressBlock(clientAddress) : credentialOf(caller)

/** Whose credential it is: what is kept for a caller is kept under it. */
export const credentialOf = (caller: Exclude<Caller, { kind: 'nobody' }>): string => {
  if (caller.kind === 'visitor') return caller.sessionId
  if (caller.kind === 'workflow') return caller.workflowId
  return caller.kind === 'key' ? caller.keyId : caller.personId
}

/** To whom an Idempotency-Key belongs. */
export const keyOwnerOf = (caller: Exclude<Caller, { kind: 'nobody' | 'session' }>): string =>
  `gateway ${caller.orgId} ${credentialOf(caller)}`

/** What its transactions say of where they come from. */
export const originOf = ({ caller, cause }: Call): Origin => ({
  cause,
  workflow: caller.kind === 'workflow' ? caller.name : undefined,
  keyId: caller.kind === 'key' ? caller.keyId : undefined,
})

/** The one bucket of a key, whatever transport it comes by. */
export const bucketOfKey = (keyId: string): string => rememberedDigestId(`key ${keyId}`)
