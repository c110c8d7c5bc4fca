import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { makeHttp } from '#core/outbound/http.ts'
import type { ProviderHttp, ProviderStreams } from '#core/outbound/provider-http.ts'
import type { Designs } from '#ports/designs.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { readAllowedTarget } from '#shapes/networks.ts'
import { consentAt } from '#test/support/consent.ts'
import { openContract, withoutContracts } from '#test/support/contracts.ts'
import { startSandbox, type TestSandbox } from '#test/support/sandbox.ts'
import { vendorOAuth } from '../oauth.ts'
import { canvaDesigns } from './port.ts'
import { canva } from './provider.ts'

const loopback = readAllowedTarget('127.0.0.1')
const way = makeHttp({ allowed: loopback ? [loopback] : [] })
let box: TestSandbox
before(async () => {
  box = await startSandbox()
})
after(async () => {
  await box.stop()
  await way.destroy()
})
beforeEach(() => box.turn('canva'))

/** Everything that is sent and answered, held against the contract. */
const openChecked = (hasContract: boolean) => {
  const contract = hasContract ? openContract('canva/openapi.json') : null
  const base = `${box.address}/rest`
  const seen = new Set<string>()
  const wrong: string[] = []
  const http: ProviderHttp & ProviderStreams = {
    open: (request) => way.open(request),
    async send(request) {
      const answer = await way.send({ ...request, redirects: 0 })
      const url = new URL(request.url)
      if (!contract || !url.pathname.startsWith('/rest/v1/')) return answer
      const path = url.pathname
        .slice('/rest'.length)
        .replace(/^\/v1\/designs\/[^/]+/, '/v1/designs/{designId}')
        .replace(/^\/v1\/exports\/[^/]+/, '/v1/exports/{exportId}')
        .replace(/^\/v1\/autofills\/[^/]+/, '/v1/autofills/{jobId}')
        .replace(/^\/v1\/brand-templates\/[^/]+/, '/v1/brand-templates/{brandTemplateId}')
      const where = [path, request.method.toLowerCase()] as const
      const isForm = path.startsWith('/v1/oauth/')
      const body = isForm
        ? Object.fromEntries(new URLSearchParams(String(request.body)))
        : request.body && JSON.parse(String(request.body))
      const said = [
        ...contract.query(where, Object.fromEntries(url.searchParams)),
        ...(request.body
          ? contract.request(where, isForm ? 'application/x-www-form-urlencoded' : 'application/json', body)
          : []),
        ...(answer.body.length > 0 ? contract.answer(where, answer.status, JSON.parse(String(answer.body))) : []),
      ]
      wrong.push(...said.map((each) => `${request.method} ${path} ${answer.status}: ${each}`))
      seen.add(`${request.method} ${path} ${answer.status}`)
      return answer
    },
  }
  const oauth = vendorOAuth({
    ...{ name: 'canva', service: canva.oauth.service, client: { id: 'foyer', secret: 'a secret: with &' }, http, base },
    does: null,
    now: () => new Date(),
  })
  const redirectUri = 'https://foyer.example/functions/v1/integration-callback'
  const consent = async (account: string, scopes = [...oauth.scopesAlways, ...oauth.scopesUsual]) => {
    const wish = { state: 'of-the-test', verifier: 'v'.repeat(43), redirectUri }
    // At the root of the sandbox the consent page has its own path, with no /rest before it.
    const url = (await oauth.authorizeUrl({ ...wish, scopes })).replace('/rest/api/', '/api/')
    const back = await consentAt(url, { account })
    return oauth.exchange({ query: Object.fromEntries(back.searchParams), ...wish })
  }
  const open = (accessToken: string): Designs =>
    canvaDesigns.open({
      ...{ base, pageBase: base, mode: 'test', now: () => new Date(), http, files: http, isReplaced: true, accessToken },
    })
  return { oauth, consent, open, seen, wrong }
}

const kindOf = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.then(
    () => assert.fail('it did not fail'),
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof ProviderError)) throw error
  return error.code === null ? error.kind : `${error.kind} ${error.code}`
}
const ended = async <T>(ask: () => Promise<{ state: string } & T>): Promise<{ state: string } & T> => {
  for (;;) {
    const job = await ask()
    if (job.state !== 'running') return job
    await new Promise((done) => setTimeout(done, 100))
  }
}

test('requests to Canva, and answers of its simulator, match the contract', { skip: withoutContracts }, async () => {
  const { oauth, consent, open, seen, wrong } = openChecked(true)
  const first = await consent('alder@')
  assert.ok(first.accessToken.length > 3_000 && first.accessToken.length <= 4_096, 'access tokens have up to 4 KB')
  assert.deepEqual(await oauth.whose(first.accessToken), { accountId: 'Ualder', account: 'Alder Interiors', apiBase: null })
  const grant = await oauth.refresh(first.refreshToken ?? '')
  const designs = open(grant.accessToken)
  assert.deepEqual(await designs.abilities(), { canUseTemplates: true, canFillTemplates: true })
  const page = await designs.list({ search: null, cursor: null, limit: 2 })
  assert.equal(page.items.length, 2)
  await designs.list({ search: null, cursor: page.next, limit: 2 })
  await designs.list({ search: 'spring', cursor: null, limit: 2 })
  const made = await designs.create({ kind: 'presentation', title: 'Pitch' })
  await designs.create({ width: 400, height: 300, title: null })
  await designs.create({ copyOf: made.id })
  await designs.find(made.id)
  for (const type of await designs.exportTypes(made.id)) await designs.beginExport(made.id, { type, pages: [1] })
  const jobId = await designs.beginExport(made.id, { type: 'pdf', pages: [] })
  const done = await ended(() => designs.findExport(jobId))
  assert.equal(done.state, 'done')
  const { items: templates } = await designs.templates({ search: null, cursor: null, limit: 25 })
  const templateId = templates[0]?.id ?? ''
  await designs.create({ templateId })
  await designs.templateFields(templateId)
  const fillId = await designs.beginFill({ templateId, title: 'Offer', texts: { client: 'Jo' } })
  assert.equal((await ended(() => designs.findFill(fillId))).state, 'done')

  assert.equal(await kindOf(designs.find('DAnothing')), 'refused design_not_there')
  assert.equal(await kindOf(designs.findExport('nothing')), 'refused job_not_there')
  await box.turn('canva', { kind: 'license_required' })
  const failing = await designs.beginExport(made.id, { type: 'pdf', pages: [] })
  assert.deepEqual(await ended(() => designs.findExport(failing)), { state: 'failed', code: 'license_required' })
  await box.turn('canva', { kind: 'trial_over' })
  assert.equal(await kindOf(designs.beginFill({ templateId, title: null, texts: {} })), 'refused quota_used_up')
  await box.turn('canva', { kind: 'rate_limited' })
  assert.equal(await kindOf(designs.create({ kind: 'doc', title: null })), 'busy')
  await box.turn('canva')
  const poor = open((await consent('birch@', ['profile:read', 'design:meta:read', 'brandtemplate:meta:read'])).accessToken)
  assert.equal(await kindOf(poor.templates({ search: null, cursor: null, limit: 1 })), 'refused not_in_plan')
  assert.equal(await kindOf(poor.create({ kind: 'doc', title: null })), 'credentials missing_scope')

  await oauth.revoke(grant)
  await oauth.revoke(grant)
  assert.equal(await kindOf(designs.list({ search: null, cursor: null, limit: 1 })), 'dead invalid_access_token')
  assert.deepEqual(wrong, [])
  assert.ok(seen.size >= 22, [...seen].join('\n'))
})

test('a refresh token is good once, and both forms of Canva’s token errors are understood', async () => {
  const { oauth, consent, open } = openChecked(false)
  const first = await consent('alder@')
  const second = await oauth.refresh(first.refreshToken ?? '')
  assert.notEqual(second.refreshToken, first.refreshToken)
  assert.equal(await kindOf(oauth.refresh(first.refreshToken ?? '')), 'dead')
  assert.equal(await kindOf(oauth.refresh(second.refreshToken ?? '')), 'dead', 'a second use ends the whole consent')
  assert.equal(await kindOf(open(second.accessToken).abilities()), 'dead invalid_access_token')
  const wish = { state: 's', verifier: 'v'.repeat(43), redirectUri: 'https://foyer.example/cb' }
  assert.equal(await kindOf(oauth.exchange({ query: { state: 's', code: 'nothing' }, ...wish })), 'dead')
  await box.turn('canva', { kind: 'rate_limited', only: '/oauth/token' })
  assert.equal(await kindOf(oauth.refresh('x')), 'busy')
})

test('Canva refuses a consent without a PKCE challenge, and a code with another verifier', async () => {
  const { oauth } = openChecked(false)
  const wish = { state: 's', verifier: 'v'.repeat(43), redirectUri: 'https://foyer.example/cb', scopes: ['profile:read'] }
  const url = new URL((await oauth.authorizeUrl(wish)).replace('/rest/api/', '/api/'))
  assert.equal(url.searchParams.get('code_challenge_method'), 'S256')
  const back = await consentAt(url.href, { account: 'alder@' })
  const stolen = { ...wish, verifier: 'w'.repeat(43) }
  assert.equal(await kindOf(oauth.exchange({ query: Object.fromEntries(back.searchParams), ...stolen })), 'dead')
  url.searchParams.delete('code_challenge')
  assert.equal((await fetch(url)).status, 400)
})

test('temporary addresses: one that died, a file that is too large, one that breaks off, and no picture', async () => {
  const { consent, open } = openChecked(false)
  const designs = open((await consent('alder@')).accessToken)
  const { items } = await designs.list({ search: null, cursor: null, limit: 1 })
  const jobId = await designs.beginExport(items[0]?.id ?? '', { type: 'pdf', pages: [] })
  const job = await ended(() => designs.findExport(jobId))
  assert.ok(job.state === 'done' && 'result' in job)
  const url = (job.result as readonly string[])[0] ?? ''
  const { signal } = new AbortController()
  const read = async (maxBytes: number): Promise<number> => {
    let bytes = 0
    for await (const piece of (await designs.openFile(url, { maxBytes, signal })).pieces) bytes += piece.length
    return bytes
  }
  const whole = await read(1_000_000)
  assert.ok(whole > 100)
  assert.equal(await read(whole), whole)
  assert.equal(await kindOf(read(whole - 1)), 'refused file_too_large')
  await box.turn('canva', { kind: 'dead_addresses' })
  assert.equal(await kindOf(read(whole)), 'refused address_over')
  await box.turn('canva', { kind: 'reset', only: '/files/' })
  assert.equal(await kindOf(read(whole)), 'unreachable')
  await box.turn('canva', { kind: 'huge', only: '/files/' })
  assert.equal(await kindOf(read(whole)), 'refused file_too_large')
  await box.turn('canva')
  assert.equal((await designs.picture(items[0]?.thumbnailUrl ?? ''))?.type, 'image/png')
  await box.turn('canva', { kind: 'html', only: '/thumbnails/' })
  assert.equal(await designs.picture(items[0]?.thumbnailUrl ?? ''), null)
  assert.equal(await designs.picture(url), null)
})
