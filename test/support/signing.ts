import assert from 'node:assert/strict'
import { makeVault } from '#core/vault.ts'
import { findSigners, signTokenOf } from '#domains/business/documents/signers.ts'
import type { Someone, TestApp } from './app.ts'
import { openDeal } from './documents.ts'
import { until } from './until.ts'

/** A template whose client signs, ticks, and writes; the agency signs below. */
const body = [
  '# Agreement',
  'Between **Nordlicht** and {{CLIENT_NAME}}, for {{PRICE}}.',
  '[[signature client "Client"]] [[date client "Date"]]',
  '[[tick client "I have read it"]] [[text client "Purchase order"]] [[initials client "Initials"]]',
].join('\n\n')

interface Wish {
  readonly title?: string
  readonly locale?: string
  readonly body?: string
  readonly signers?: readonly object[]
  readonly reminders?: object
}

export interface SentDocument {
  readonly id: string
  readonly owner: Someone
  /** The path behind the link of a signer, by the address they get emails at. */
  path(email: string): Promise<string>
  /** The agency signs in the app. */
  signAsOwner(): Promise<void>
  sealed(): Promise<void>
}

export const clientEmail = 'client@signing.example'

const ok = ({ status, body: answer }: { status: number; body: unknown }): never => {
  assert.equal(status, 200, JSON.stringify(answer))
  return answer as never
}

/** A document that is sent to be signed, in a workspace of its own. */
export const sentDocument = async (app: TestApp, wish: Wish = {}): Promise<SentDocument> => {
  const owner = await app.given.organization('Nordlicht')
  const projectId = await openDeal(app, owner, { name: 'Ευκλείδης 김', email: clientEmail })
  const { template } = ok(
    await app.call('create-template', { name: 'Agreement', kind: 'text', body: wish.body ?? body, placeholders: [] }, owner),
  ) as { template: { id: string } }
  const made = await app.call(
    'generate-contract',
    {
      ...{ projectId, templateId: template.id, userId: owner.personId, docType: 'contract' },
      ...{ title: wish.title ?? 'Agreement 김', locale: wish.locale, signers: wish.signers, reminders: wish.reminders },
      replacements: { CLIENT_NAME: 'Ευκλείδης', PRICE: '1.000 €' },
    },
    owner,
  )
  const { document } = ok(made) as { document: { id: string; url: string } }
  const vault = makeVault(Buffer.alloc(32, 7))
  const signersOf = () => app.database.inOrg(owner.orgId, (db) => findSigners(db, owner.orgId, document.id))
  return {
    ...{ id: document.id, owner },
    path: async (email) => {
      const signer = (await signersOf()).find((each) => each.email === email)
      const token = signer && signTokenOf(vault, signer)
      assert.ok(token, `${email} has no link`)
      return `/sign/${token}`
    },
    signAsOwner: async () => {
      const admin = (await signersOf()).find(({ role }) => role === 'admin')
      const data = {
        signerName: admin?.name,
        signerEmail: admin?.email,
        signerRole: 'admin',
        timestamp: new Date().toISOString(),
      }
      ok(await app.call('sign-document', { documentId: document.id, data, url: document.url }, owner))
    },
    sealed: async () => {
      await until('the seal', async () => {
        const answer = ok(await app.call('show-document', { documentId: document.id }, owner)) as { document: { seal: string } }
        return answer.document.seal === 'sealed' ? true : undefined
      })
    },
  }
}
