import assert from 'node:assert/strict'
import type { Someone, TestApp } from './app.ts'
import { consentAt } from './consent.ts'
import type { Answer } from './requests.ts'
import { until } from './until.ts'

const ok = ({ status, body }: Answer): Answer['body'] => {
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

export interface ShownExport {
  readonly id: string
  readonly status: string
  readonly file_id: string | null
  readonly files: readonly { readonly id: string; readonly name: string; readonly type: string; readonly bytes: number }[]
  readonly code: string | null
  readonly message: string | null
}
export interface ShownDesign {
  readonly id: string
  readonly title: string
  readonly pages: number | null
  readonly gone_at: string | null
  readonly picture: string | null
  readonly edit_url: string | null
  readonly links: readonly {
    readonly id: string
    readonly deal: { id: string } | null
    readonly contact: { id: string } | null
  }[]
  readonly exports: readonly ShownExport[]
}

/** Connects one of the accounts of the simulated Canva, as an admin: Alder has an Enterprise plan, Birch pays nothing. Answers the connection. */
export const connectCanva = async (
  app: Pick<TestApp, 'call'>,
  who: Someone,
  account: 'alder@' | 'birch@' = 'alder@',
): Promise<string> => {
  const begun = ok(await app.call('integration-init-oauth', { provider: 'canva', orgId: who.orgId, userId: who.personId }, who))
  const back = await consentAt(String(begun.authorizeUrl), { account })
  const done = ok(await app.call('integration-callback', Object.fromEntries(back.searchParams), who))
  return (done.connection as unknown as { id: string }).id
}

/** A workspace with an account at the sandbox’s Canva. */
export const openCanva = async (app: TestApp, account: 'alder@' | 'birch@' = 'alder@') => {
  const owner = await app.given.organization('Nordlicht')
  const connectionId = await connectCanva(app, owner, account)
  const at = `${app.url}/sandbox/canva`
  const call = (verb: string, input: object = {}, who: Someone = owner): Promise<Answer> =>
    app.call('canva', { action: verb, ...input }, who)
  const list = async (): Promise<ShownDesign[]> => ok(await call('list')).designs as unknown as ShownDesign[]
  const status = async (exportId: string): Promise<ShownExport> =>
    ok(await call('status', { exportId })).export as unknown as ShownExport
  const make = async (title: string, pages = 1): Promise<string> => {
    const form = new URLSearchParams({ account: account.slice(0, -1), title, pages: String(pages) })
    const made = (await (await fetch(`${at}/designs`, { method: 'POST', body: form })).json()) as { id: string }
    return made.id
  }
  return {
    ...{ owner, connectionId, at, call, list, status, make },
    /** Asks for an export, and answers its id. */
    export: async (designId: string, format = 'pdf', more: object = {}): Promise<string> =>
      (ok(await call('export', { designId, format, ...more })).export as unknown as ShownExport).id,
    ended: (exportId: string, more: { withinMs?: number } = {}): Promise<ShownExport> =>
      until(
        'the end of an export',
        async () => {
          const found = await status(exportId)
          return found.status === 'done' || found.status === 'failed' ? found : undefined
        },
        more,
      ),
    /** How often Canva was asked for an export of a design. */
    exportsAsked: async (designId: string): Promise<number> => {
      const { exports } = (await (await fetch(`${at}/asked`)).json()) as { exports: { designId: string }[] }
      return exports.filter((each) => each.designId === designId).length
    },
    download: (path: string, who: Someone = owner) =>
      fetch(`${app.url}/download/${path}`, { headers: { authorization: `Bearer ${who.token}` } }),
    turn: async (dial: object = {}): Promise<void> => {
      const turned = await fetch(`${app.url}/sandbox/faults/canva`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(dial),
      })
      assert.ok(turned.ok, await turned.text())
    },
  }
}
