import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { PDFDocument } from '@cantoo/pdf-lib'
import { makeVault } from '#core/vault.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import { openDocuments, publicly } from '#test/support/documents.ts'
import { ok } from '#test/support/requests.ts'
import { scriptNames } from '#test/support/script-names.ts'
import { until } from '#test/support/until.ts'
import { pdfPaper } from '../../../providers/pdf/paper.ts'

let app: TestApp
let worker: { stop(): Promise<void> }
const paper = pdfPaper()
before(async () => {
  app = await startApp({ env: { SANDBOX: 'on', TRUSTED_PROXIES: '127.0.0.1' }, alone: true })
  worker = await app.startWorker()
})
after(async () => {
  await worker?.stop()
  await app?.stop()
  await paper.close()
})

interface SandboxMail {
  readonly subject: string
  readonly text: string
}
const mailsTo = async (email: string): Promise<SandboxMail[]> =>
  (await (
    await fetch(`${app.url}/sandbox/mail?to=${encodeURIComponent(email)}`, { headers: { accept: 'application/json' } })
  ).json()) as SandboxMail[]

/** The letters of a text, each once, in an order of their own: those of some scripts come out of a PDF as they are drawn. */
const lettersOf = (text: string): string[] => [...new Set(text.normalize('NFKD').match(/\p{L}/gu) ?? [])].sort()

test('in ten scripts, a name stands in the mark, on the certificate, in the properties of both files and in each email', async () => {
  const documents = await openDocuments(app, makeVault(Buffer.alloc(32, 7)))
  const download = async (id: string, file: string): Promise<Buffer> => {
    const answer = await fetch(`${app.url}/download/download-document?documentId=${id}&file=${file}`, {
      headers: { authorization: `Bearer ${documents.owner.token}` },
    })
    assert.equal(answer.status, 200, file)
    return Buffer.from(await answer.arrayBuffer())
  }
  const wordsOf = async (pdf: Buffer): Promise<string> => (await paper.pagesOf(pdf, 'test')).map(({ text }) => text).join('\n')
  const titleOf = async (pdf: Buffer) => (await PDFDocument.load(pdf, { updateMetadata: false })).getTitle()
  for (const [n, [script, name]] of Object.entries(scriptNames).entries()) {
    const email = `script-${n}@scripts.example`
    const document = await documents.document({ title: name, signers: [{ name, email, role: 'client' }] })
    const asked = await until(`the email in ${script}`, async () => (await mailsTo(email))[0])
    assert.ok(asked.subject.includes(name), `${script}: ${asked.subject}`)
    const token = /\/sign\/([\w-]+)/.exec(asked.text)?.[1]
    ok(await publicly(app, 'sign-with-link', { token, name, consent: true, values: {} }))
    await until('the seal', async () => ((await documents.shown(document.id)).seal === 'sealed' ? true : undefined))
    const sent = await until(`the sealed one in ${script}`, async () =>
      (await mailsTo(email)).find(({ text }) => !text.includes(`/sign/${token}`)),
    )
    assert.ok(`${sent.subject} ${sent.text}`.includes(name), `${script}: ${sent.subject}`)

    const [original, sealed, certificate] = [
      await download(document.id, 'original'),
      await download(document.id, 'sealed'),
      await download(document.id, 'certificate'),
    ]
    assert.equal(await titleOf(sealed), name, script)
    assert.ok((await titleOf(certificate))?.includes(name), script)
    // The mark alone brings these letters: the text of the template has none of them.
    const letters = lettersOf(name).filter((letter) => !/[a-z]/i.test(letter))
    const before = await wordsOf(original)
    for (const [file, pdf] of [
      ['sealed', sealed],
      ['certificate', certificate],
    ] as const) {
      const words = await wordsOf(pdf)
      assert.doesNotMatch(words, /\ufffd/, `${script}: ${file}`)
      const found = letters.filter((letter) => lettersOf(words).includes(letter) && !lettersOf(before).includes(letter))
      assert.ok(found.length >= letters.length / 2, `${script}: ${file}: ${found.join()} of ${letters.join()} in ${words}`)
      if (['Latin', 'Greek', 'Cyrillic', 'Chinese', 'Japanese', 'Korean'].includes(script))
        assert.ok(
          words.normalize('NFC').replaceAll(/\s+/g, '').includes(name.normalize('NFC').replaceAll(' ', '')),
          `${script}: ${file}: ${words}`,
        )
    }
  }
})
