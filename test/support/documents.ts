import assert from 'node:assert/strict'
import type { Vault } from '#core/vault.ts'
import { findSigners, signTokenOf } from '#domains/business/documents/signers.ts'
import type { Someone, TestApp } from './app.ts'
import { type Answer, ask, ok } from './requests.ts'
import { until } from './until.ts'

export interface ShownDocument {
  readonly id: string
  readonly status: string
  readonly seal: string | null
  readonly url: string
  readonly signers: { id: string; name: string; email: string; role: string; state: string }[]
  readonly files: { kind: string; sha256: string; bytes: number }[]
  readonly evidence: { seq: number; kind: string; facts: Record<string, unknown> }[]
}

let addresses = 0
/** Calls a public action, each time from another address: they are limited by it. */
export const publicly = (app: TestApp, type: string, body: object): Promise<Answer> =>
  ask(`${app.url}/gateway`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `198.19.${(++addresses >> 8) & 255}.${addresses & 255}`,
    },
    body: JSON.stringify({ type, ...body }),
  })

/** A contact of a workspace, with an open deal. */
export const openDeal = async (
  app: TestApp,
  owner: Someone,
  client: { readonly name: string; readonly email: string },
): Promise<string> => {
  const key = await app.given.key(owner.orgId)
  await app.post({ ...client, phone: '+4930901820' }, key.text)
  const contact = await until('the contact', async () => {
    const { contacts } = ok(await app.call('list-contacts', { limit: 5 }, owner)).body as unknown as {
      contacts: { id: string }[]
    }
    return contacts[0]
  })
  const { deal } = ok(await app.call('create-deal', { contactId: contact.id, name: 'Roof' }, owner)).body as unknown as {
    deal: { id: string }
  }
  return deal.id
}

/** A workspace that can send documents made of a text, without a worker: the links are read from the database. */
export const openDocuments = async (app: TestApp, vault: Vault, body = '# Agreement\n\nFor {{PRICE}}.') => {
  const owner = await app.given.organization('Nordlicht')
  const email = `client@${owner.orgId.slice(-12)}.example`
  const projectId = await openDeal(app, owner, { name: 'Maya Rao', email })
  const made = ok(await app.call('create-template', { name: 'Agreement', kind: 'text', body }, owner))
  const wish = {
    ...{ projectId, templateId: (made.body.template as unknown as { id: string }).id, userId: owner.personId },
    ...{ title: 'Agreement', docType: 'contract', replacements: { PRICE: '1.000 €' } },
  }
  const shown = async (documentId: string): Promise<ShownDocument> =>
    ok(await app.call('show-document', { documentId }, owner)).body.document as unknown as ShownDocument
  return {
    owner,
    wish,
    shown,
    generate: (more: object = {}) => app.call('generate-contract', { ...wish, ...more }, owner),
    async document(more: object = {}): Promise<ShownDocument> {
      const { body: answer } = ok(await app.call('generate-contract', { ...wish, ...more }, owner))
      return shown((answer.document as unknown as { id: string }).id)
    },
    /** The token of the link that a signer has. */
    tokenOf: async (documentId: string, role: 'client' | 'admin'): Promise<string> => {
      const signers = await app.database.inOrg(owner.orgId, (db) => findSigners(db, owner.orgId, documentId))
      const signer = signers.find((each) => each.role === role)
      const token = signer && signTokenOf(vault, signer)
      assert.ok(token, `no ${role} was asked`)
      return token
    },
    signAsAdmin: ({ id, url, signers }: ShownDocument) => {
      const admin = signers.find(({ role }) => role === 'admin')
      const data = {
        signerName: admin?.name,
        signerEmail: admin?.email,
        signerRole: 'admin',
        timestamp: new Date().toISOString(),
      }
      return app.call('sign-document', { documentId: id, data, url }, owner)
    },
    signByLink: (token: string) => publicly(app, 'sign-with-link', { token, name: 'Maya Rao', consent: true, values: {} }),
    verify: async (docId: string): Promise<boolean> =>
      ok(await publicly(app, 'verify-document', { docId })).body.valid === true,
  }
}
export type Documents = Awaited<ReturnType<typeof openDocuments>>
