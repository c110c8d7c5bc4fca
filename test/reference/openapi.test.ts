import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Spectral } from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'
import type { AnyAction } from '#core/actions/action.ts'
import { publicEvents } from '#core/events/public-events.ts'
import { catalogue, foyer } from '#domains/catalogue.ts'
import { openapi } from '#reference/openapi.ts'

const actions = catalogue as readonly AnyAction[]
const description = openapi(actions, { address: 'https://foyer.test', version: '1' })
const source = JSON.stringify(description)

test("the OpenAPI description passes Redocly's recommended rules, without a warning", async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config })
  assert.deepEqual(
    problems.map(({ severity, ruleId, message, location }) => `${severity} ${ruleId}: ${message} ${location[0]?.pointer}`),
    [],
  )
})

test("the OpenAPI description passes Spectral's rules for OpenAPI, without a warning", async () => {
  const spectral = new Spectral()
  spectral.setRuleset({ extends: [[oas, 'recommended']] } as Parameters<Spectral['setRuleset']>[0])
  const problems = await spectral.run(JSON.parse(source))
  assert.deepEqual(
    problems.map(({ code, message, path }) => `${code}: ${message} ${path.join('/')}`),
    [],
  )
})

test('the linters would say so: a description without its operation ids does not pass', async () => {
  const broken = JSON.stringify({
    ...description,
    paths: { '/v1/leads': { get: { summary: 'Leads', responses: { 200: { description: 'Leads' } } } } },
    webhooks: {},
    components: {},
  })
  const spectral = new Spectral()
  spectral.setRuleset({ extends: [[oas, 'recommended']] } as Parameters<Spectral['setRuleset']>[0])
  const found = await spectral.run(JSON.parse(broken))
  assert.ok(found.some(({ code }) => code === 'operation-operationId'))
  const config = await createConfig({ extends: ['recommended'] })
  const told = await lintFromString({ source: broken, absoluteRef: '/openapi.json', config })
  assert.ok(told.some(({ ruleId }) => ruleId === 'operation-operationId'))
})

test('every action is in the OpenAPI description, with its input, its answer and its codes', () => {
  const post = description.paths['/gateway']?.post as unknown as {
    'x-foyer-actions': Record<string, { input: { $ref: string }; output: { $ref: string }; errors: string[] }>
    requestBody: { content: { 'application/json': { schema: { discriminator: { mapping: Record<string, string> } } } } }
  }
  const { mapping } = post.requestBody.content['application/json'].schema.discriminator
  const schemas = description.components.schemas as Record<string, unknown>
  const paths = description.paths as Record<string, unknown>
  for (const action of actions) {
    for (const transport of action.transports) {
      if (transport === 'gateway') {
        const told = post['x-foyer-actions'][action.name]
        assert.ok(told, action.name)
        assert.equal(mapping[action.name], told.input.$ref)
        assert.ok(schemas[told.input.$ref.slice('#/components/schemas/'.length)], told.input.$ref)
        assert.ok(schemas[told.output.$ref.slice('#/components/schemas/'.length)], told.output.$ref)
        for (const { code } of action.errors) assert.ok(told.errors.includes(code), `${action.name}: ${code}`)
      }
      if (transport === 'download') assert.ok(paths[`/download/${action.name}`], action.name)
      if (transport.startsWith('POST /')) assert.ok(paths[transport.slice('POST '.length)], action.name)
    }
  }
})

test('every error code and every public event is in the OpenAPI description', () => {
  assert.deepEqual(description.components.schemas.Error.properties.code.enum, [...foyer.errors.keys()])
  assert.deepEqual(
    Object.keys(description.webhooks),
    publicEvents().map(({ type }) => type),
  )
})
