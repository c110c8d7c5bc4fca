import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { readConfig } from '#config'
import { openVault } from '#core/foyer-key.ts'
import { openDatabase } from '#db/connect.ts'
import { makeCertificate } from '#domains/business/documents/certificate.ts'
import { findChain, findPersonal } from '#domains/business/documents/chain.ts'
import { withSignatures } from '#domains/business/documents/contract-texts.ts'
import { findFiles } from '#domains/business/documents/document-files.ts'
import { findDocument } from '#domains/business/documents/documents.ts'
import { evidenceOf } from '#domains/business/documents/evidence.ts'
import { overlayOf } from '#domains/business/documents/seal-document.ts'
import { openIdentity } from '#domains/business/documents/sealing.ts'
import { findSigners, signerKeys } from '#domains/business/documents/signers.ts'
import { fillText, readTemplateText } from '#domains/business/templates/template-texts.ts'
import { pdfPaper } from '../../server/providers/pdf/paper.ts'
import { typstDocuments } from '../../server/providers/typst/documents.ts'
import { replacementsOf, textOfPages } from '../documents-given.ts'
import { benchAddress } from './bench-action.ts'
import { given, ready } from './ready.ts'

/**
 * A bare loop of the libraries: for each document a contract is set, the marks are set and laid onto it, that is sealed, the certificate is set,
 * and that is sealed with the evidence in it. What is set is what Foyer set for the document that the bench names, with another price and number each time. Nothing is stored, read,
 * looked up, chained or mailed. It has as many processes as a server and a worker have: two that set and two for PDF files.
 */
const atOnce = 4

const sheetsOf = async (documentId: string, pages: number) => {
  const database = openDatabase(given.target, { application: 'bench bare', connections: 2, onError: () => {} })
  const vault = openVault(readConfig({ FOYER_DATA: given.dataDir }))
  const { orgId } = given
  try {
    const found = await database.inOrg(orgId, async (db) => ({
      document: await findDocument(db, orgId, documentId),
      signers: await findSigners(db, orgId, documentId),
      files: await findFiles(db, orgId, documentId),
      chain: await findChain(db, orgId, documentId),
      personal: await findPersonal(db, orgId, documentId),
      identity: await openIdentity(db, orgId, vault),
    }))
    const { document, identity, ...rest } = found
    if (!document) throw new Error('the document of the sample is not there')
    const whole = { ...rest, document, organization: 'Bench', at: new Date() }
    const names = new Map(rest.signers.map(({ id, name }) => [id, name]))
    const named = [...signerKeys(rest.signers)].map(([key, id]) => ({ key, id, name: names.get(id) ?? '' }))
    const text = readTemplateText(textOfPages(pages))
    // No two alike: Typst remembers what it set.
    return () => {
      const filled = fillText(text, new Map(Object.entries(replacementsOf())))
      const { blocks } = withSignatures(text, filled, named, 'en')
      const id = randomUUID()
      const renamed = { ...whole, document: { ...document, id } }
      return {
        identity,
        contract: {
          ...{ language: 'en', title: document.title, issuer: 'Bench', blocks, mark: null },
          ...{ pageWords: 'Page {page} of {pages}', date: '2026-11-24' },
        },
        overlay: overlayOf(renamed, benchAddress),
        certificate: makeCertificate({ ...renamed, verifyUrl: `${benchAddress}/verify/${id}` }),
        evidence: Buffer.from(evidenceOf(renamed)),
      }
    }
  } finally {
    await database.close()
  }
}

/** One sets contracts, as that of a server does, one what a worker has set: Typst sets faster what is like the one before. */
const [contracts, proofs] = [typstDocuments(), typstDocuments()]
const papers = [pdfPaper(), pdfPaper()]

const makeOne = async (makeSheets: Awaited<ReturnType<typeof sheetsOf>>, lane: number): Promise<void> => {
  const { identity, contract, overlay, certificate, evidence } = makeSheets()
  const paper = papers[lane % papers.length] as (typeof papers)[number]
  const order = { identity, name: 'Bench', reason: 'Agreement', at: new Date(), timestamp: null }
  const { pdf } = await contracts.setContract(contract, given.orgId)
  const marks = await proofs.setOverlay(overlay, given.orgId)
  const laid = await paper.lay(pdf, marks, { title: contract.title, author: 'Bench' }, given.orgId)
  await paper.seal(laid, order, given.orgId)
  const proof = await proofs.setCertificate(certificate, given.orgId)
  const attachments = [{ name: 'evidence.json', type: 'application/json', bytes: evidence }]
  await paper.seal(proof, { ...order, attachments }, given.orgId)
}

/** `/<document>/<pages>/<count>`: makes so many, and answers how many seconds it took. */
const server = createServer(async (request, response) => {
  const [, documentId = '', pages, count] = (request.url ?? '').split('/')
  try {
    const sheets = await sheetsOf(documentId, Number(pages))
    await Promise.all([makeOne(sheets, 0), makeOne(sheets, 1)])
    const begun = performance.now()
    let left = Number(count)
    await Promise.all(
      Array.from({ length: atOnce }, async (_, lane) => {
        while (left-- > 0) await makeOne(sheets, lane)
      }),
    )
    response.end(JSON.stringify({ seconds: (performance.now() - begun) / 1_000 }))
  } catch (error) {
    response.statusCode = 500
    response.end(String((error as Error).stack))
  }
})
await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
const address = server.address()
ready(typeof address === 'object' && address ? address.port : 0, async () => {
  for (const each of [contracts, proofs, ...papers]) await each.close()
  server.close()
})
