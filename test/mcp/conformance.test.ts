import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type OutgoingHttpHeaders, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { z } from 'zod'
import { type AnyAction, action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { actions } from '../promises/request-bodies.ts'
import { startApp, type TestApp } from '../support/app.ts'

const conformance = path.join(import.meta.dirname, '../../node_modules/@modelcontextprotocol/conformance/dist/index.js')
const run = promisify(execFile)

/** Scenarios of the published suite that speak of what Foyer offers: tools, without sessions. */
const applying = [
  'server-initialize',
  'ping',
  'tools-list',
  'tools-call-simple-text',
  'tools-call-error',
  'json-schema-2020-12',
  'dns-rebinding-protection',
]

const otherKinds = 'a tool of Foyer answers with JSON, structured and as text, and with no other kind of content'
const noStream = 'each message has one JSON answer, so that any process can give it: the server sends nothing by itself'
const noSession = 'there are no sessions and no event streams, which the transport leaves to the server'
const notOffered = 'the capability is not offered: initialize does not name it'

/** … and those that do not, each with its reason. */
const notApplying: Record<string, string> = {
  'logging-set-level': notOffered,
  'completion-complete': notOffered,
  'tools-call-image': otherKinds,
  'tools-call-audio': otherKinds,
  'tools-call-embedded-resource': otherKinds,
  'tools-call-mixed-content': otherKinds,
  'tools-call-with-logging': noStream,
  'tools-call-with-progress': noStream,
  'tools-call-sampling': noStream,
  'tools-call-elicitation': noStream,
  'elicitation-sep1034-defaults': noStream,
  'elicitation-sep1330-enums': noStream,
  'server-sse-polling': noSession,
  'server-sse-multiple-streams': noSession,
  'resources-list': notOffered,
  'resources-read-text': notOffered,
  'resources-read-binary': notOffered,
  'resources-templates-read': notOffered,
  'resources-subscribe': notOffered,
  'resources-unsubscribe': notOffered,
  'prompts-list': notOffered,
  'prompts-get-simple': notOffered,
  'prompts-get-with-args': notOffered,
  'prompts-get-embedded-resource': notOffered,
  'prompts-get-with-image': notOffered,
}

// The suite calls tools by names of its own: ordinary actions, as the catalogue would have them.
const tool = { who: 'member', transports: ['mcp'], effect: 'read', scope: 'tests:read' } as const
const forTheSuite = [
  action({
    ...tool,
    name: 'test_simple_text',
    summary: 'Say something simple',
    input: z.object({}),
    output: z.object({ text: z.string() }),
    errors: [],
    run: async () => ({ text: 'This is a simple text response for testing.' }),
  }),
  action({
    ...tool,
    name: 'test_error_handling',
    summary: 'Fail',
    input: z.object({}),
    output: z.object({}),
    errors: [transportErrors.conflict],
    run: async (_input, { fail }) => {
      throw fail('conflict')
    },
  }),
  action({
    ...tool,
    name: 'json_schema_2020_12_tool',
    summary: 'Take a shape with parts that are named once',
    input: z.strictObject({
      name: z.string().optional(),
      address: z.object({ street: z.string().optional(), city: z.string().optional() }).meta({ id: 'address' }).optional(),
    }),
    output: z.object({}),
    errors: [],
    run: async () => ({}),
  }),
] as readonly AnyAction[]

let app: TestApp
let proxy: Server
let address: string
let folder: string
before(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'foyer-conformance-'))
  app = await startApp({ product: { actions: [...actions, ...forTheSuite], inbound: [], jobs: [] } })
  // The suite sends no credential, so this does; and it passes for Foyer itself, whose own pages may call.
  proxy = createServer((asked, answer) => {
    const { host } = new URL(app.url)
    const headers: OutgoingHttpHeaders = { ...asked.headers, authorization: `Bearer ${app.owner.token}` }
    for (const name of ['host', 'origin']) {
      const value = headers[name]
      if (typeof value === 'string') headers[name] = value.replace(new URL(address).host, host)
    }
    const onward = request(`${app.url}${asked.url}`, { method: asked.method ?? 'GET', headers }, (back) => {
      answer.writeHead(back.statusCode ?? 502, back.headers)
      back.pipe(answer)
    })
    onward.on('error', () => answer.destroy())
    asked.pipe(onward)
  }).listen(0, '127.0.0.1')
  await new Promise((done) => proxy.once('listening', done))
  address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
})
after(async () => {
  proxy.close()
  proxy.closeAllConnections()
  await app.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('every scenario that the suite has for servers is run here or has a reason why not', async () => {
  const { stdout } = await run(process.execPath, [conformance, 'list'])
  const listed = (stdout.split('Client scenarios')[0] ?? '').match(/(?<=^ {2}- )\S+/gm) ?? []
  assert.ok(listed.length > 20)
  assert.deepEqual([...applying, ...Object.keys(notApplying)].sort(), listed.sort())
})

for (const scenario of applying)
  test(`the conformance scenario ${scenario} passes`, async () => {
    const { stdout } = await run(
      process.execPath,
      [conformance, 'server', '--url', `${address}/mcp`, '--scenario', scenario, '--output-dir', folder],
      { cwd: folder, timeout: 60_000 },
    ).catch((error: { stdout?: string; stderr?: string }) => assert.fail(`${error.stdout}\n${error.stderr}`))
    assert.match(stdout, /Passed: [1-9]\d*\/\d+, 0 failed, 0 warnings/, stdout)
  })
