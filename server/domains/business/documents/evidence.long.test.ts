import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import canonicalize from 'canonicalize'
import { startApp, type TestApp } from '#test/support/app.ts'
import { hasTool } from '#test/support/papers.ts'
import { clientEmail, sentDocument } from '#test/support/signing.ts'
import { pdfPaper } from '../../../providers/pdf/paper.ts'

/** The verifier in another language, which was written from docs/evidence.md alone. */
const program = path.join(import.meta.dirname, '../../../../test/evidence/verify_evidence.py')
const home = mkdtempSync(path.join(os.tmpdir(), 'foyer-evidence-'))
const paper = pdfPaper()
let app: TestApp
let worker: { stop(): Promise<void> }
before(async () => {
  app = await startApp({ env: { SANDBOX: 'on' }, alone: true })
  worker = await app.startWorker()
})
after(async () => {
  await worker?.stop()
  await app?.stop()
  await paper.close()
  rmSync(home, { recursive: true })
})

interface Evidence {
  workspace: string
  document: string
  title: string
  files: { kind: string; sha256: string }[]
  events: { said: string; hash: string }[]
  personal: { seq: number; key: string; salt: string; value: string }[]
  head: string
}

const put = (name: string, bytes: Buffer | string): string => {
  writeFileSync(path.join(home, name), bytes)
  return path.join(home, name)
}
const verified = (evidence: Evidence, ...args: string[]): string => {
  const { stdout, stderr, status } = spawnSync('python3', [program, put('evidence.json', JSON.stringify(evidence)), ...args], {
    encoding: 'utf8',
  })
  assert.equal(stderr, '')
  assert.equal(status, stdout.startsWith('whole') ? 0 : 1)
  return stdout.trim()
}
const hashOf = (said: string): string => createHash('sha256').update(said).digest('hex')

test('a program in another language, written from docs/evidence.md, takes true evidence and names each change; a chain computed anew is caught by its head alone', async (t) => {
  const {
    id,
    owner,
    path: linkOf,
    sealed,
  } = await sentDocument(app, {
    title: 'Agreement 김 "x" \\ \u20ac',
    body: '# Agreement\n\n{{CLIENT_NAME}}, {{PRICE}}\n\n[[signature client "Client"]]',
    signers: [{ name: 'Ευκλείδης 김', email: clientEmail, role: 'client' }],
  })
  const token = (await linkOf(clientEmail)).slice('/sign/'.length)
  assert.equal((await app.call('sign-with-link', { token, name: 'Ευκλείδης 김', consent: true, values: {} }, null)).status, 200)
  await sealed()
  const download = async (file: string): Promise<Buffer> => {
    const answer = await fetch(`${app.url}/download/download-document?documentId=${id}&file=${file}`, {
      headers: { authorization: `Bearer ${owner.token}` },
    })
    return Buffer.from(await answer.arrayBuffer())
  }
  const { attachments } = await paper.check(await download('certificate'), [], 'test')
  const text = attachments.find(({ name }) => name === 'evidence.json')?.bytes.toString() ?? ''
  const evidence = JSON.parse(text) as Evidence
  assert.equal(canonicalize(evidence), text)
  if (!hasTool('python3')) return t.skip('python3 is missing')

  assert.equal(
    verified(evidence, '--head', evidence.head, '--sealed', put('sealed.pdf', await download('sealed'))),
    `whole: ${evidence.events.length} events, head ${evidence.head}`,
  )
  assert.match(verified(evidence, '--sealed', put('original.pdf', await download('original'))), /not the file that was sealed/)
  // A person who was erased leaves the chain whole.
  assert.match(verified({ ...evidence, personal: [] }), /^whole/)

  const changed = (change: (copy: Evidence) => void): Evidence => {
    const copy = structuredClone(evidence)
    change(copy)
    return copy
  }
  const rehashed = ({ events }: Evidence, at: number, more: object, isFollowed = true): void => {
    for (let n = at; n < (isFollowed ? events.length : at + 1); n++) {
      const said = JSON.parse(events[n]?.said ?? '') as object
      const next = canonicalize({ ...said, ...(n === at ? more : { previous: events[n - 1]?.hash }) }) ?? ''
      events[n] = { said: next, hash: hashOf(next) }
    }
  }
  const broken: [string, RegExp, (copy: Evidence) => void][] = [
    [
      'an event changed',
      /event 2 was changed/,
      ({ events }) => {
        const [, second] = events
        events[1] = { hash: second?.hash ?? '', said: second?.said.replace('"seq":2', '"seq":9') ?? '' }
      },
    ],
    ['an event changed with its hash', /event 3 does not follow/, (copy) => rehashed(copy, 1, { facts: {} }, false)],
    ['an event dropped', /event 2 is missing or moved/, ({ events }) => events.splice(1, 1)],
    ['the last event dropped', /does not end at its head/, ({ events }) => events.pop()],
    ['an event doubled', /event 3 is missing or moved/, ({ events }) => events.splice(1, 0, ...events.slice(1, 2))],
    ['two events swapped', /event 2 is missing or moved/, ({ events }) => events.splice(1, 2, ...events.slice(1, 3).reverse())],
    ['the head replaced', /does not end at its head/, (copy) => Object.assign(copy, { head: '0'.repeat(64) })],
    [
      'a name changed',
      /name of event \d+ was changed/,
      ({ personal }) => Object.assign(personal.find(({ key }) => key.endsWith('name')) ?? {}, { value: 'Eve' }),
    ],
    [
      'the sealed file exchanged',
      /the sealed file is another one/,
      ({ files }) => Object.assign(files.find(({ kind }) => kind === 'sealed') ?? {}, { sha256: '0'.repeat(64) }),
    ],
    [
      'an event that is not canonical',
      /event 1 is not canonical/,
      ({ events }) => {
        const said = events[0]?.said.replace('{', '{ ') ?? ''
        events[0] = { said, hash: hashOf(said) }
      },
    ],
    ['a member beside the others', /event 1 has other members/, (copy) => rehashed(copy, 0, { note: 'x' })],
    ['another document', /event 1 is of another document/, (copy) => Object.assign(copy, { document: owner.orgId })],
  ]
  for (const [name, says, change] of broken) assert.match(verified(changed(change)), says, name)

  // A keeper of all of it can compute it anew, and nothing inside the chain shows that.
  const anew = changed((copy) => {
    const first = JSON.parse(copy.events[0]?.said ?? '') as { facts: object }
    rehashed(copy, 0, { facts: { ...first.facts, title: 'Another' } })
    copy.head = copy.events.at(-1)?.hash ?? ''
  })
  assert.match(verified(anew), /^whole/)
  // The head in the sealed certificate does, and so does the record of a night.
  assert.match(verified(anew, '--head', evidence.head), /the head that you know is not in this chain/)
  const heads = {
    foyer_heads: 1,
    workspace: evidence.workspace,
    at: '2026-03-01T01:23:00.000Z',
    documents: [{ document: id, seq: 2, head: evidence.events[1]?.hash }],
  }
  const record = put('heads.json', JSON.stringify(heads))
  assert.match(verified(evidence, '--heads', record), /^whole/)
  assert.match(verified(anew, '--heads', record), /the record holds another head/)
})
