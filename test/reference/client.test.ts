import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import type { AnyAction } from '#core/actions/action.ts'
import { catalogue } from '#domains/catalogue.ts'
import { typeText } from '#reference/client-types.ts'
import { guide } from '#reference/guide.ts'
import type { JsonSchema } from '#reference/json-schema.ts'
import { describeAll } from '#reference/pages.ts'
import { quickStarts } from '#reference/quick-starts.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { openBrowser } from '../support/browser.ts'

const run = promisify(execFile)
const root = path.join(import.meta.dirname, '../..')
const bin = path.join(root, 'node_modules/.bin')
const environment = { ...process.env, PATH: `${bin}:${process.env.PATH}` }

let app: TestApp
let key: { text: string }
/** An empty folder into which the packed client was installed, as by anybody else. */
let folder: string

before(async () => {
  app = await startApp()
  key = await app.given.key(app.owner.orgId)
  folder = mkdtempSync(path.join(os.tmpdir(), 'foyer-client-'))
  await run('npm', ['pack', '--pack-destination', folder, '--silent'], { cwd: path.join(root, 'client'), env: environment })
  const [tarball = ''] = globSync('*.tgz', { cwd: folder })
  writeFileSync(path.join(folder, 'package.json'), '{"name":"somebody","private":true,"type":"module"}')
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${tarball}`], { cwd: folder, env: environment })
})
after(async () => {
  await app?.stop()
  if (folder) rmSync(folder, { recursive: true, force: true })
})

const check = async (files: Record<string, string>, options: object = {}): Promise<string> => {
  const names = Object.keys(files)
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text)
  writeFileSync(
    path.join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        strict: true,
        noEmit: true,
        target: 'es2022',
        module: 'nodenext',
        lib: ['es2022', 'dom'],
        types: [],
        skipLibCheck: false,
        ...options,
      },
      files: names,
    }),
  )
  return run(path.join(bin, 'tsc'), ['-p', folder]).then(
    () => '',
    (error: { stdout: string }) => error.stdout,
  )
}

test('the package has its promised content: the version of the product, no dependency, JavaScript and types, its licence', () => {
  const own = JSON.parse(readFileSync(path.join(root, 'client/package.json'), 'utf8'))
  const product = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  assert.equal(own.version, product.version)
  assert.equal(own.dependencies, undefined)
  assert.equal(readFileSync(path.join(root, 'client/LICENSE'), 'utf8'), readFileSync(path.join(root, 'LICENSE'), 'utf8'))
  const files = globSync('**/*', { cwd: path.join(folder, 'node_modules/@foyer/client') }).sort()
  assert.deepEqual(
    files.filter((file) => !file.startsWith('dist')),
    ['LICENSE', 'README.md', 'package.json'],
  )
  assert.deepEqual(
    files.filter((file) => file.includes('.test.')),
    [],
  )
  for (const file of globSync('dist/*.js', { cwd: path.join(folder, 'node_modules/@foyer/client') }))
    assert.doesNotMatch(
      readFileSync(path.join(folder, 'node_modules/@foyer/client', file), 'utf8'),
      /from 'node:|\bprocess\.|require\(/,
    )
})

test('installed elsewhere, right calls type-check and wrong ones do not', async () => {
  const said = await check({
    'calls.ts': `
import { makeFoyer, FoyerError, type Output, type Lead, type WebhookEvents } from '@foyer/client'
const foyer = makeFoyer({ address: 'https://foyer.test', token: async () => 'a', key: 'fo_live_b' })

const { leads, next_cursor } = await foyer.call('list-leads', { limit: 5 })
const first: string | undefined = leads[0]?.id
const cursor: string | null = next_cursor
await foyer.call('list-keys')
const made: Output<'create-key'> = await foyer.call('create-key', { name: 'Zapier', scopes: ['leads:write'] }, { idempotencyKey: 'k' })
const lead: Lead = { email: 'maya@example.com', external_id: 1 }
const taken = await foyer.leads.create(lead)
const isKnown: boolean = taken.deduplicated
const foreseen = await foyer.leads.create(lead, { dryRun: true })
const unused: string[] = foreseen.unused_fields
for await (const page of foyer.pages('list-contacts', {})) page.contacts.length
const result = await foyer.try.call('show-lead', { leadId: 'x' })
if (!result.ok) {
  if (result.error.code === 'lead_not_found') result.error.retryAfterSeconds
  // @ts-expect-error: this action has no such code
  if (result.error.code === 'slug_taken') {}
} else result.value.lead.id
foyer.live(({ type }) => type === 'lead.received')
const file: Response = await foyer.download('export-leads', { source: 'apollo' })
const told = (data: WebhookEvents['lead.received']) => data.contact_id
try { await foyer.call('show-workspace') } catch (error) { if (error instanceof FoyerError && error.code === 'network') error.status }

// @ts-expect-error: no such action
await foyer.call('list-unicorns', {})
// @ts-expect-error: a required field is missing
await foyer.call('create-key', { name: 'Zapier' })
// @ts-expect-error: no input at all
await foyer.call('show-lead')
// @ts-expect-error: a wrong type
await foyer.call('list-leads', { limit: 'five' })
// @ts-expect-error: an unknown field
await foyer.call('list-leads', { limits: 5 })
// @ts-expect-error: a value that is none of those
await foyer.call('create-key', { name: 'Zapier', scopes: ['unicorns:write'] })
// @ts-expect-error: not what it answers
const wrong: number = (await foyer.call('list-leads', {})).leads
// @ts-expect-error: not a list
foyer.pages('show-workspace', {})
export { first, cursor, made, isKnown, unused, file, told, wrong }
`,
  })
  assert.equal(said, '')
})

test('a program written against the client before its records had names type-checks against the package', async () => {
  const program = readFileSync(path.join(import.meta.dirname, 'older-client.ts'), 'utf8')
  const installed = program.replace("from '#client'", "from '@foyer/client'")
  assert.notEqual(installed, program)
  assert.equal(await check({ 'older-client.ts': installed }), '')
  // The check would say so.
  assert.match(await check({ 'older-client.ts': installed.replace('failed_in', 'failed_at') }), /failed_at/)
})

test('the types of the package, named, are those of the schemas written out, in both directions', async () => {
  const written = (of: z.ZodType, io: 'input' | 'output'): string => {
    const { $schema: _dialect, ...schema } = z.toJSONSchema(of, { io, unrepresentable: 'any' })
    return typeText(schema as JsonSchema, '', io)
  }
  const calls = (catalogue as readonly AnyAction[]).filter(({ transports }) => transports.includes('gateway'))
  const program = (output: (action: AnyAction) => string): string => `
import type { Actions } from '@foyer/client'
interface WrittenOut {
${calls.map((action) => `'${action.name}': { input: ${written(action.input, 'input')}; output: ${output(action)} }`).join('\n')}
}
type Flat<T> = T extends (infer E)[] ? Flat<E>[] : T extends readonly (infer E)[] ? readonly Flat<E>[] : T extends object ? { [K in keyof T]: Flat<T[K]> } : T
type Same<A, B> = [A] extends [B] ? [B] extends [A] ? (<T>() => T extends Flat<A> ? 1 : 2) extends <T>() => T extends Flat<B> ? 1 : 2 ? true : false : false : false
type Differing = { [Name in keyof Actions]: [Same<Actions[Name]['input'], WrittenOut[Name]['input']>, Same<Actions[Name]['output'], WrittenOut[Name]['output']>] extends [true, true] ? never : Name }[keyof Actions]
export const none: [Differing] extends [never] ? true : Differing = true
`
  const options = { exactOptionalPropertyTypes: true }
  assert.equal(await check({ 'expanded.ts': program(({ output }) => written(output, 'output')) }, options), '')
  // The check would say so: a member that may be missing.
  const odd = program(({ name, output }) =>
    written(output, 'output').replace(name === 'show-deal' ? 'prd_at:' : '\0', 'prd_at?:'),
  )
  assert.match(await check({ 'expanded.ts': odd }, options), /not assignable to type '"show-deal"'/)
})

test('the typed example of every action in the reference type-checks, and so does the code of the guide and of both READMEs', async () => {
  const address = 'https://foyer.test'
  const described = describeAll(catalogue as readonly AnyAction[], address)
  const preamble = `import { makeFoyer as make } from '@foyer/client'
const foyer = make({ address: '${address}', token: 'a' })
declare const file: File, lead_id: string, process: { env: Record<string, string | undefined> }, freshToken: (refused?: string) => Promise<string>
`
  const scope = (code: string, n: number): string => `export const example${n} = async () => {\n${code}\n}\n`
  const examples = described.flatMap((action) => action.examples.map(({ code }) => code))
  examples.push(...quickStarts('http://localhost:3000').flatMap(({ steps }) => steps.map(({ code }) => code)))
  const fenced = (text: string): string[] => [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => code)
  const whole = (code: string): string =>
    code.includes('import ')
      ? `declare const file: File, process: { env: Record<string, string | undefined> }, freshToken: (refused?: string) => Promise<string>\n${code}\nexport {}\n`
      : preamble + scope(code, 0)
  const prose = [
    ...guide(described, address).flatMap(({ text }) => fenced(text)),
    ...['README.md', 'client/README.md'].flatMap((file) => fenced(readFileSync(path.join(root, file), 'utf8'))),
  ]
  const said = await check({
    'examples.ts': preamble + examples.map(scope).join(''),
    ...Object.fromEntries(prose.map((code, n) => [`prose${n}.ts`, whole(code)])),
  })
  assert.equal(said, '')
})

const story = `
  const foyer = makeFoyer({ address, token, key })
  const heard = []
  const line = foyer.live(({ type }) => heard.push(type))
  await new Promise((done) => setTimeout(done, 300))
  const taken = await foyer.leads.create({ email: where + '@example.com', source: where })
  const again = await foyer.leads.create({ email: where + '@example.com' }, { idempotencyKey: 'key-of-' + where })
  const repeated = await foyer.leads.create({ email: where + '@example.com' }, { idempotencyKey: 'key-of-' + where })
  const { lead } = await foyer.call('show-lead', { leadId: taken.lead_id })
  const missing = await foyer.try.call('show-lead', { leadId: '019aa6f0-5c1e-7a43-9d0b-6f2f6f1c8e21' })
  const csv = await (await foyer.download('export-leads', { source: where })).text()
  const { upload } = await foyer.call('create-upload', { name: 'a.csv', size: 27 })
  await foyer.upload(upload.id, new Blob(['email\\nmaya@example.com\\nx@y.z\\n']).slice(0, 27))
  const shown = await foyer.call('show-upload', { uploadId: upload.id })
  for (let n = 0; n < 300 && !heard.includes('lead.received'); n++) await new Promise((done) => setTimeout(done, 100))
  line.close()
  await line.ended
  return {
    keys: Object.keys(taken).sort().join(),
    source: lead.source,
    repeated: again.lead_id === repeated.lead_id && again.lead_id !== taken.lead_id,
    missing: missing.ok ? 'found' : missing.error.code + missing.error.status,
    rows: csv.trim().split('\\n').length,
    state: shown.upload.received_bytes,
    heard: heard.includes('lead.received'),
  }
`
const told = (where: string) => ({
  keys: 'contact_id,deduplicated,lead_id,ok',
  source: where,
  repeated: true,
  missing: 'lead_not_found404',
  rows: 2,
  state: 27,
  heard: true,
})

test('the published files do everything in Node', async () => {
  writeFileSync(
    path.join(folder, 'node.mjs'),
    `import { makeFoyer } from '@foyer/client'
const [address, token, key] = process.argv.slice(2), where = 'node'
console.log(JSON.stringify(await (async () => {${story}})()))`,
  )
  const { stdout } = await run(process.execPath, [path.join(folder, 'node.mjs'), app.url, app.owner.token, key.text])
  assert.deepEqual(JSON.parse(stdout), told('node'))
})

test('and in a worker thread', async () => {
  writeFileSync(
    path.join(folder, 'worker.mjs'),
    `import { makeFoyer } from '@foyer/client'
import { parentPort, workerData } from 'node:worker_threads'
const { address, token, key } = workerData, where = 'worker'
parentPort.postMessage(await (async () => {${story}})())`,
  )
  const worker = new Worker(path.join(folder, 'worker.mjs'), {
    workerData: { address: app.url, token: app.owner.token, key: key.text },
  })
  const answer = await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
  assert.deepEqual(answer, told('worker'))
  await worker.terminate()
})

test('and in a browser, in its page and in its web worker', async () => {
  const browser = await openBrowser()
  try {
    const page = await (await browser.newContext()).newPage()
    // The files as they were published, given out below the origin of the server.
    await page.route(`${app.url}/test-client/**`, (route) => {
      const name = new URL(route.request().url()).pathname.slice('/test-client/'.length)
      const body =
        name === 'worker.js'
          ? `import { makeFoyer } from '/test-client/client.js'
onmessage = async ({ data: { address, token, key, where } }) => postMessage(await (async () => {${story}})())`
          : readFileSync(path.join(folder, 'node_modules/@foyer/client/dist', name), 'utf8')
      return route.fulfill({ contentType: 'text/javascript', body })
    })
    await page.goto(`${app.url}/docs`)
    const given = { address: app.url, token: app.owner.token, key: key.text, client: '/test-client/client.js' }
    const answer = await page.evaluate(
      `(async () => { const { makeFoyer } = await import('/test-client/client.js'); const { address, token, key } = ${JSON.stringify(given)}, where = 'page'; ${story} })()`,
    )
    assert.deepEqual(answer, told('page'))
    const fromWorker = await page.evaluate(`new Promise((resolve, reject) => {
      const worker = new Worker('/test-client/worker.js', { type: 'module' })
      worker.onmessage = ({ data }) => resolve(data)
      worker.onerror = (event) => reject(new Error(event.message))
      worker.postMessage(${JSON.stringify({ ...given, where: 'webworker' })})
    })`)
    assert.deepEqual(fromWorker, told('webworker'))
  } finally {
    await browser.close()
  }
})

test('the app reaches the server through the client and in no other way', () => {
  const wrong = globSync('web/src/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    // Other people's websites load it: it is no part of the app, and 30 KB at the most.
    .filter((file) => !/^web\/src\/(conversations\/web-chat|crm\/lead-sources\/form)\/widget\//.test(file))
    .filter((file) =>
      /(?<![\w.])fetch\(|XMLHttpRequest|new EventSource|new WebSocket|sendBeacon|window\.fetch|globalThis\.fetch/.test(
        readFileSync(path.join(root, file), 'utf8'),
      ),
    )
  assert.deepEqual(wrong, [])
})
