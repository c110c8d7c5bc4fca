import { serverEnds } from '#core/actions/call.ts'
import type { Answer } from '../server/http-adapter.ts'

/** Answers in pieces that are under way: each is told when its caller has gone away, and all of them when the server ends. */
export const makeOpenStreams = () => {
  const open = new Set<AbortController>()
  return {
    follow({ response }: Pick<Answer, 'response'>): { readonly signal: AbortSignal; end(): void } {
      const ending = new AbortController()
      const leave = (): void => {
        if (!response.writableFinished) ending.abort()
      }
      open.add(ending)
      response.once('close', leave)
      return {
        signal: ending.signal,
        end: () => {
          response.off('close', leave)
          open.delete(ending)
        },
      }
    },
    /** The server ends: what is under way says so to its callers. */
    end(): void {
      for (const ending of open) ending.abort(serverEnds)
    },
  }
}

export type OpenStreams = ReturnType<typeof makeOpenStreams>
