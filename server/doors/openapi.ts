import type { AnyAction } from '#core/action.ts'
import { type ErrorCode, errors } from '#core/errors.ts'
import { type Described, describe } from './described.ts'

/** The OpenAPI 3.1 description of both surfaces, from the catalogue and nothing else. */
export const openapi = (actions: readonly AnyAction[], options: { address: string; version: string }) => {
  const all = actions.map((action) => describe(action, options.address))
  const gateway = all.filter(({ doors }) => doors.includes('gateway'))
  const open = all.flatMap((action) =>
    action.doors.filter((door) => door.startsWith('POST /v1/')).map((door) => ({ action, path: door.slice(5) })),
  )
  const files = all.filter(({ doors }) => doors.includes('download'))

  return {
    openapi: '3.1.0',
    info: {
      title: 'Foyer',
      version: options.version,
      summary: 'Leads come in once, durably, and end where somebody can see them.',
      description:
        'The lead intake API is versioned: `/v1` is kept for at least 12 months after a successor. The gateway is the app’s own surface and may change with it.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: options.address }],
    tags: [
      { name: 'Lead intake', description: 'The public, versioned API.' },
      { name: 'Gateway', description: 'One endpoint for all actions; `type` names the action.' },
      { name: 'Downloads', description: 'Files by a plain link.' },
    ],
    paths: {
      ...Object.fromEntries(open.map(({ action, path }) => [path, { post: intakeOperation(action) }])),
      '/gateway': { get: healthOperation(), post: gatewayOperation(gateway) },
      ...Object.fromEntries(files.map((action) => [`/download/${action.name}`, { get: downloadOperation(action) }])),
    },
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'An API key, `fo_live_…`, from Settings → API keys.' },
        token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'A token of 15 minutes, from `get-token`.' },
        session: { type: 'apiKey', in: 'cookie', name: 'foyer_session' },
      },
      headers: {
        RequestId: { description: 'Names this request in logs and deliveries.', schema: { type: 'string', format: 'uuid' } },
        RateLimit: { description: 'What is left, and when more comes (IETF draft).', schema: { type: 'string' } },
        RateLimitPolicy: { description: 'The limit that holds (IETF draft).', schema: { type: 'string' } },
        RetryAfter: { description: 'Whole seconds until a retry can succeed.', schema: { type: 'integer' } },
      },
      schemas: {
        Error: {
          type: 'object',
          required: ['error', 'code', 'request_id'],
          properties: {
            error: { type: 'string', description: 'What went wrong, in words.' },
            code: { type: 'string', enum: Object.keys(errors), description: 'Stable; see the page of errors.' },
            request_id: { type: 'string', format: 'uuid' },
            field: { type: 'string', description: 'The member of the body that is to blame, where one is.' },
          },
        },
        ...Object.fromEntries(
          all.flatMap((action) => [
            [`${pascal(action.name)}Input`, bodySchema(action)],
            ...(action.doors.includes('download') ? [] : [[`${pascal(action.name)}Output`, action.output]]),
          ]),
        ),
      },
    },
  }
}

const pascal = (name: string): string => name.replaceAll(/(^|-|_)(\w)/g, (_, __, letter: string) => letter.toUpperCase())
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/** On the gateway an action's input carries its name. */
const bodySchema = (action: Described) =>
  action.doors.includes('gateway')
    ? {
        ...action.input,
        properties: { type: { const: action.name }, ...action.input.properties },
        required: ['type', ...(action.input.required ?? [])],
      }
    : action.input

const intakeOperation = (action: Described) => ({
  operationId: action.name,
  tags: ['Lead intake'],
  summary: action.summary,
  description: action.description,
  security: [{ key: [] }],
  parameters: [
    {
      name: 'dry_run',
      in: 'query',
      description: 'Say what would happen, store nothing.',
      schema: { type: 'boolean', default: false },
    },
    {
      name: 'Idempotency-Key',
      in: 'header',
      description: 'Repeat safely for 24 hours.',
      schema: { type: 'string', maxLength: 255 },
    },
  ],
  requestBody: { required: true, content: json(ref(`${pascal(action.name)}Input`), action.examples) },
  responses: {
    200: {
      description: 'Taken, and stored for good.',
      headers: answerHeaders,
      content: json(ref(`${pascal(action.name)}Output`)),
    },
    ...errorResponses(action.errors.map(({ code }) => code)),
  },
})

const gatewayOperation = (actions: readonly Described[]) => ({
  operationId: 'call',
  tags: ['Gateway'],
  summary: 'Call an action',
  description: actions
    .map((action) => `- \`${action.name}\`: ${action.summary} (${action.whoInWords.toLowerCase()})`)
    .join('\n'),
  security: [{ token: [] }, { session: [] }, {}],
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: {
          oneOf: actions.map((action) => ref(`${pascal(action.name)}Input`)),
          discriminator: {
            propertyName: 'type',
            mapping: Object.fromEntries(
              actions.map((action) => [action.name, `#/components/schemas/${pascal(action.name)}Input`]),
            ),
          },
        },
      },
    },
  },
  responses: {
    200: {
      description: 'What the action answers.',
      headers: answerHeaders,
      content: json({ anyOf: actions.map((action) => ref(`${pascal(action.name)}Output`)) }),
    },
    ...errorResponses([...new Set(actions.flatMap((action) => action.errors.map(({ code }) => code)))]),
  },
})

const downloadOperation = (action: Described) => ({
  operationId: action.name,
  tags: ['Downloads'],
  summary: action.summary,
  description: action.description,
  security: [{ session: [] }, { token: [] }],
  parameters: action.inputFields
    .filter(({ name }) => !name.includes('.'))
    .map((field) => ({
      name: field.name,
      in: 'query',
      required: field.required,
      description: field.about,
      schema: action.input.properties?.[field.name] ?? {},
    })),
  responses: {
    200: { description: 'The file.', content: { 'text/csv': { schema: { type: 'string' } } } },
    ...errorResponses(action.errors.map(({ code }) => code)),
  },
})

const answerHeaders = {
  'X-Request-Id': { $ref: '#/components/headers/RequestId' },
  RateLimit: { $ref: '#/components/headers/RateLimit' },
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
}

const json = (schema: object, examples: Described['examples'] = []) => ({
  'application/json': {
    schema,
    ...(examples.length > 0 && {
      examples: Object.fromEntries(
        examples.map((example, n) => [`example${n + 1}`, { summary: example.title, value: example.input }]),
      ),
    }),
  },
})

const healthOperation = () => ({
  operationId: 'health',
  tags: ['Gateway'],
  summary: 'The health sentence',
  security: [],
  responses: {
    200: { description: 'Foyer is there.', content: { 'text/plain': { schema: { type: 'string' } } } },
    '4XX': { description: 'Refused.', content: json(ref('Error')) },
  },
})

const errorResponses = (codes: readonly ErrorCode[]) => {
  const byStatus = Map.groupBy(codes, (code) => errors[code].status)
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, list]) => [
        status,
        {
          description: list.map((code) => `\`${code}\`: ${errors[code].message}`).join('\n\n'),
          headers: {
            'X-Request-Id': answerHeaders['X-Request-Id'],
            ...(status === 429 && { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }),
          },
          content: json(ref('Error')),
        },
      ]),
  )
}
