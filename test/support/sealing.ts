import assert from 'node:assert/strict'
import type { pdfPaper } from '../../server/providers/pdf/paper.ts'
import type { TestApp } from './app.ts'
import { ok } from './requests.ts'
import { clientEmail, type SentDocument, sentDocument } from './signing.ts'

/** Turns the dial of the sandbox's timestamp authority; without a dial all is well again. */
export const turnTimestamps = async (app: TestApp, dial: object = {}): Promise<void> => {
  const answer = await fetch(`${app.url}/sandbox/faults/timestamps`, {
    ...{ method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify(dial) },
  })
  assert.equal(answer.status, 200)
}

/** A document with one signer: whose signature is the last. */
export const sentToOne = (app: TestApp, locale = 'en'): Promise<SentDocument> =>
  sentDocument(app, {
    locale,
    body: '# Agreement\n\n{{CLIENT_NAME}}, {{PRICE}}\n\n[[signature client "Client"]]',
    signers: [{ name: 'Ada', email: clientEmail, role: 'client' }],
  })

/** That signer signs. */
export const signByOne = async (app: TestApp, document: SentDocument): Promise<void> => {
  const token = (await document.path(clientEmail)).slice('/sign/'.length)
  ok(await app.call('sign-with-link', { token, name: 'Ada', consent: true, values: {} }, null))
}

/** A file of a document, as a member downloads it. */
export const downloadFile = async (app: TestApp, { id, owner }: SentDocument, file: string): Promise<Buffer> => {
  const answer = await fetch(`${app.url}/download/download-document?documentId=${id}&file=${file}`, {
    headers: { authorization: `Bearer ${owner.token}` },
  })
  assert.equal(answer.status, 200, file)
  return Buffer.from(await answer.arrayBuffer())
}

/** All that stands on the pages of a file, in one line. */
export const textOfPages = async (paper: ReturnType<typeof pdfPaper>, pdf: Buffer): Promise<string> =>
  (await paper.pagesOf(pdf, 'test'))
    .map(({ text }) => text)
    .join('\n')
    .replaceAll(/\s+/g, ' ')
