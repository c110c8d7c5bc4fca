import assert from 'node:assert/strict'
import type { Someone, TestApp } from './app.ts'
import { consentAt } from './consent.ts'
import { openDeal, type ShownDocument } from './documents.ts'
import type { Answer } from './requests.ts'

const ok = ({ status, body }: Answer): Answer['body'] => {
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

/** Consents in the sandbox, as an admin, to what copying documents takes. */
export const connectGoogleDocs = async (
  app: TestApp,
  who: Someone,
  more: { readonly account?: string; readonly without?: string[] } = {},
): Promise<void> => {
  const begun = ok(
    await app.call(
      'integration-init-oauth',
      { provider: 'google', orgId: who.orgId, userId: who.personId, wants: ['documents'] },
      who,
    ),
  )
  const back = await consentAt(String(begun.authorizeUrl), more)
  ok(await app.call('integration-callback', Object.fromEntries(back.searchParams), who))
}

/** A workspace whose Google account may copy documents, with a deal to send them for. */
export const openGoogleDocs = async (app: TestApp, account = 'mira@') => {
  const owner = await app.given.organization('Nordlicht')
  await connectGoogleDocs(app, owner, { account })
  const client = `client@${owner.orgId.slice(-12)}.example`
  const projectId = await openDeal(app, owner, { name: 'Maya Rao', email: client })
  const email = `${account}sandbox.example`
  const at = `${app.url}/sandbox/google`
  const post = async (path: string, form: Record<string, string>): Promise<Response> => {
    const told = await fetch(`${at}${path}`, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
    assert.ok(told.status < 400, await told.clone().text())
    return told
  }
  const generate = (templateId: string, replacements: Record<string, string>, more: object = {}): Promise<Answer> =>
    app.call(
      'generate-contract',
      {
        ...{ projectId, templateId, userId: owner.personId, title: 'Agreement', docType: 'contract', replacements },
        ...more,
      },
      owner,
    )
  return {
    owner,
    client,
    projectId,
    generate,
    /** A document in the account, in the notation of the sandbox's page. Answers its id. */
    write: async (name: string, text: string): Promise<string> =>
      ((await (await post('/docs/write', { email, name, text })).json()) as { id: string }).id,
    edit: (id: string, form: Record<string, string>) => post(`/docs/${id}/edit`, form),
    remove: (id: string) => post(`/docs/${id}/delete`, {}),
    asSheet: (id: string) => post(`/docs/${id}/as-sheet`, {}),
    behave: (form: Record<string, string> = {}) => post('/docs/behave', form),
    /** Turns the fault dial of Google; without a dial all is well again. */
    async turn(dial: object = {}): Promise<void> {
      const told = await fetch(`${app.url}/sandbox/faults/google`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(dial),
      })
      assert.ok(told.ok, await told.text())
    },
    template: async (name: string, text: string): Promise<string> => {
      const written = (await (await post('/docs/write', { email, name, text })).json()) as { id: string }
      const made = ok(await app.call('create-template', { name, kind: 'google', googleFileId: written.id }, owner))
      return (made.template as unknown as { id: string }).id
    },
    /** What Foyer has left there. */
    async copies(): Promise<readonly string[]> {
      const told = (await (await fetch(`${at}/docs`)).json()) as {
        files: { id: string; appProperties: Record<string, string> }[]
      }
      return told.files.filter(({ appProperties }) => Object.keys(appProperties).length > 0).map(({ id }) => id)
    },
    shown: async (documentId: string) =>
      ok(await app.call('show-document', { documentId }, owner)).document as unknown as ShownDocument & {
        readonly changed_text: readonly { line: number; was: string; is: string }[]
      },
    /** The words of its pages, a page each. */
    async textOf(documentId: string): Promise<readonly string[]> {
      const { pages } = await app.database.inOrg(owner.orgId, (db) =>
        db.selectFrom('documents').select('pages').where('id', '=', documentId).executeTakeFirstOrThrow(),
      )
      return (pages as unknown as { text: string }[]).map(({ text }) => text)
    },
  }
}
export type GoogleDocs = Awaited<ReturnType<typeof openGoogleDocs>>
