import assert from 'node:assert/strict'
import type { Someone, TestApp } from './app.ts'
import { followEvents } from './reactions.ts'

interface Pair {
  readonly ids: readonly string[]
  readonly reasons: readonly string[]
}

const kinds = {
  contact: { list: 'list-duplicates', two: 'contacts', reaction: 'find-duplicate-pairs' },
  company: { list: 'list-company-duplicates', two: 'companies', reaction: 'find-company-pairs' },
} as const

/** What a member does about probable duplicates of a kind. */
export const duplicatesOf = (kind: keyof typeof kinds, app: () => TestApp) => {
  const { list, two, reaction } = kinds[kind]
  const done = async <T>(type: string, body: object, as: Someone): Promise<T> => {
    const answer = await app().call(type, body, as)
    assert.equal(answer.status, 200, `${type}: ${JSON.stringify(answer.body)}`)
    return answer.body as T
  }
  /** A reaction begins with what happens after its first go. */
  const follow = (orgId: string) => followEvents(app(), orgId, reaction)
  /** The pairs, once all that happened is read, each with its ids in order. */
  const pairsOf = async (as: Someone): Promise<Pair[]> => {
    await follow(as.orgId)
    const { pairs } = await done<{ pairs: Record<string, readonly { id: string }[]>[] }>(list, { limit: 100 }, as)
    return pairs.map(({ [two]: records = [], reasons }) => ({
      ids: records.map(({ id }) => id).sort(),
      reasons: reasons as unknown as string[],
    }))
  }
  return { done, follow, pairsOf }
}
