import assert from 'node:assert/strict'
import type { Someone, TestApp } from './app.ts'
import { credentialsOf } from './credentials.ts'

/** A person as `lead-search` answers one, of either kind. */
export interface AnsweredPerson {
  readonly id: string
  readonly state: string
  readonly name: string | null
  readonly company: string | null
  readonly has_email?: boolean
  readonly email?: string | null
  readonly phone?: string | null
  readonly phone_state?: string | null
}

interface AskedCall {
  readonly teamId: string
  readonly what: string
  readonly ids: readonly string[]
  readonly cost: number
  readonly status: number
}

/** Prospecting in the sandbox of an app, as one person. */
export const openProspects = (app: TestApp, as: Someone) => {
  const page = `${app.url}/sandbox/apollo/credits`
  const team = async (): Promise<string> => ((await credentialsOf(app, as.orgId, 'apollo')).apiKey ?? '').slice(-12)
  const post = async (url: string, method: string, body: object): Promise<void> => {
    const response = await fetch(url, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
    assert.ok(response.ok, `${url} answered ${response.status}`)
  }
  return {
    search: (filters: object, page?: number) => app.call('lead-search', { filters, ...(page && { page }) }, as),
    enrich: (ids: readonly string[], more: object = {}) => app.call('lead-search', { enrich: ids, ...more }, as),
    take: (ids: readonly string[]) => app.call('lead-search', { take: ids }, as),
    /** Those of a search, which must find some. */
    async found(filters: object = { titles: ['Owner'] }, page = 1): Promise<readonly AnsweredPerson[]> {
      const { status, body } = await app.call('lead-search', { filters, page }, as)
      assert.equal(status, 200, JSON.stringify(body))
      return body.people as unknown as AnsweredPerson[]
    },
    /** What this workspace's account was asked, newest first. */
    async asked(what = 'Bulk match'): Promise<readonly AskedCall[]> {
      const { calls } = (await (await fetch(`${page}.json`)).json()) as { calls: AskedCall[] }
      const own = await team()
      return calls.filter((call) => call.teamId === own && call.what === what)
    },
    async setCredits(credits: number, mobileCredits = 400): Promise<void> {
      await post(page, 'POST', { team: await team(), credits, mobileCredits })
    },
    setBudget: (monthlyCredits: number) => app.call('set-prospecting-budget', { monthlyCredits }, as),
    budget: async () =>
      (await app.call('show-prospecting', {}, as)).body.budget as unknown as {
        limit: number
        spent: number
        reserved: number
        left: number
      },
    turn: (dial: object = {}) => post(`${app.url}/sandbox/faults/apollo`, 'PUT', dial),
  }
}

export const peopleIn = (answer: { readonly body: object }): readonly AnsweredPerson[] =>
  (answer.body as { people: AnsweredPerson[] }).people
