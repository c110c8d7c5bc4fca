import type { AnyAction } from '#core/actions/action.ts'
import { foyer } from '#domains/catalogue.ts'
import { type Described, describe, errorOf } from './api-model.ts'
import { ref, shapesOf } from './json-schema.ts'
import { type DescribedEvent, publicEventsDescribed } from './public-events.ts'

/**
 * The OpenAPI 3.1 description of both surfaces and of what webhooks tell, from the catalogue and nothing else.
 *
 * OpenAPI knows one operation for each path and method, the gateway has all its actions behind one. So its body is a
 * `oneOf` by `type`, and `x-foyer-actions` says of each action which answer belongs to which body, who may call it, and
 * with which codes it can fail.
 */
export const openapi = (actions: readonly AnyAction[], options: { address: string; version: string }) => {
  const all = actions.map((action) => describe(action, options.address))
  const gateway = all.filter(({ transports }) => transports.includes('gateway'))
  const open = all.flatMap((action) =>
    action.transports
      .filter((transport) => transport.startsWith('POST /v1/'))
      .map((transport) => ({ action, path: transport.slice(5) })),
  )
  const functions = all.filter(({ transports }) => transports.includes('function'))
  const files = all.filter(({ transports }) => transports.includes('download'))
  const own = {
    Error: errorSchema,
    LeadForecast: leadForecast,
    ...Object.fromEntries(
      all
        .filter(({ transports }) => !transports.includes('download'))
        .flatMap((action) => [
          [`${pascal(action.name)}Input`, bodySchema(action)],
          [`${pascal(action.name)}Output`, { title: `The output of ${action.name}`, ...action.output }],
        ]),
    ),
    ...Object.fromEntries(publicEventsDescribed().map((event) => [`${pascal(event.type)}Event`, eventSchema(event)])),
  }

  return {
    openapi: '3.1.0',
    info: {
      title: 'Foyer',
      version: options.version,
      summary:
        'A self-hosted front office: leads, conversations, deals and payments. Every accepted lead is durable and traceable.',
      description:
        'The lead intake API is versioned: `/v1` is supported for at least 12 months after a successor. The gateway is the app’s own API and may change with it.',
      contact: { name: 'Foyer' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: options.address }],
    tags: [
      { name: 'Lead intake', description: 'The public, versioned API.' },
      { name: 'Gateway', description: 'One endpoint for all actions; `type` names the action.' },
      {
        name: 'Functions',
        description: 'Actions with their own URL, `/functions/v1/<name>`, for pages of other websites.',
      },
      { name: 'Files', description: 'File downloads and uploads.' },
      { name: 'Events', description: 'Events: as a stream, and delivered to your webhooks.' },
    ],
    paths: {
      ...Object.fromEntries(open.map(({ action, path }) => [path, { post: intakeOperation(action) }])),
      '/gateway': { get: healthOperation(), post: gatewayOperation(gateway) },
      ...Object.fromEntries(functions.map((action) => [`/functions/v1/${action.name}`, { post: functionOperation(action) }])),
      ...Object.fromEntries(files.map((action) => [`/download/${action.name}`, { get: downloadOperation(action) }])),
      '/uploads/{uploadId}/content': { put: uploadOperation() },
      '/template-files': { put: templateFileOperation() },
      '/knowledge-files': { put: knowledgeFileOperation() },
      '/record-files': { put: recordFileOperation() },
      '/live': { get: liveOperation() },
    },
    webhooks: Object.fromEntries(publicEventsDescribed().map((event) => [event.type, { post: webhookOperation(event) }])),
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'An API key, `fo_live_…`, from Settings → API keys.' },
        token: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'A token valid for 15 minutes, from `get-token`.',
        },
        session: { type: 'apiKey', in: 'cookie', name: 'foyer_session' },
      },
      headers: {
        RequestId: {
          description: 'Identifies this request in logs and in the request log.',
          schema: { type: 'string', format: 'uuid' },
        },
        RateLimit: { description: 'The remaining quota, and when it resets (IETF draft).', schema: { type: 'string' } },
        RateLimitPolicy: { description: 'The applied limit (IETF draft).', schema: { type: 'string' } },
        IdempotentReplayed: {
          description: '`true`: the first response of this Idempotency-Key, repeated.',
          schema: { type: 'string' },
        },
        RetryAfter: { description: 'Whole seconds until a retry can succeed.', schema: { type: 'integer' } },
      },
      schemas: {
        ...own,
        ...Object.fromEntries(
          shapesOf([...all, ...publicEventsDescribed()], Object.keys(own)).map(({ id, schema }) => [id, schema]),
        ),
      },
    },
  }
}

const pascal = (name: string): string => name.replaceAll(/(^|[-_.])(\w)/g, (_, __, letter: string) => letter.toUpperCase())

/** On the gateway an action's input carries its name. */
const bodySchema = (action: Described) => ({
  title: action.transports.includes('gateway') ? action.name : 'A lead',
  description: `${action.summary}. Returns ${pascal(action.name)}Output.`,
  ...action.input,
  ...(action.transports.includes('gateway') && {
    properties: { type: { const: action.name, description: 'Names the action.' }, ...action.input.properties },
    required: ['type', ...(action.input.required ?? [])],
  }),
})

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'Retry safely for 24 hours: the same key and payload return the first response again.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

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
      description: 'Validate only; store nothing.',
      schema: { type: 'boolean', default: false },
    },
    idempotencyKey,
  ],
  requestBody: { required: true, content: json(ref(`${pascal(action.name)}Input`), inputExamples([action])) },
  responses: {
    200: {
      description: 'Accepted and stored durably; with `dry_run`, the result it would have.',
      headers: { ...answerHeaders, 'Idempotent-Replayed': { $ref: '#/components/headers/IdempotentReplayed' } },
      content: json({ anyOf: [ref(`${pascal(action.name)}Output`), ref('LeadForecast')] }),
    },
    ...errorResponses(action.errors.map(({ code }) => code)),
  },
})

const errorSchema = {
  type: 'object',
  required: ['error', 'code', 'request_id'],
  properties: {
    error: { type: 'string', description: 'The error message.' },
    code: { type: 'string', enum: [...foyer.errors.keys()], description: 'Stable; see the errors page.' },
    request_id: { type: 'string', format: 'uuid' },
    field: { type: 'string', description: 'The invalid member of the body, if there is one.' },
  },
}

/** A whole webhook. */
const eventSchema = (event: DescribedEvent) => ({
  title: event.type,
  description: event.about,
  type: 'object',
  required: ['type', 'timestamp', 'data'],
  properties: {
    type: { const: event.type },
    timestamp: { type: 'string', format: 'date-time' },
    data: event.schema,
  },
})

/** What a dry run answers (domains/leads/leads.ts). */
const leadForecast = {
  title: 'The dry-run result',
  type: 'object',
  required: ['ok', 'dry_run', 'lead_id', 'contact_id', 'deduplicated', 'lead', 'unused_fields'],
  properties: {
    ok: { const: true },
    dry_run: { const: true },
    lead_id: { type: ['string', 'null'], description: 'The existing lead.' },
    contact_id: { type: ['string', 'null'], description: 'The contact it would belong to; null for a new one.' },
    deduplicated: { type: 'boolean' },
    lead: { type: 'object', description: 'As it would be stored.', additionalProperties: true },
    unused_fields: { type: 'array', items: { type: 'string' }, description: 'Members of the body that are ignored.' },
  },
}

const gatewayOperation = (actions: readonly Described[]) => ({
  operationId: 'call',
  tags: ['Gateway'],
  summary: 'Call an action',
  description: `\`type\` names the action; its fields are next to it. \`x-foyer-actions\` lists for each action its output, who may call it, and its errors.\n\n${actions
    .map((action) => `- \`${action.name}\`: ${action.summary} (${action.whoInWords.toLowerCase()})`)
    .join('\n')}`,
  security: [{ token: [] }, { key: [] }, { session: [] }, {}],
  parameters: [idempotencyKey],
  requestBody: {
    required: true,
    content: json(
      {
        oneOf: actions.map((action) => ref(`${pascal(action.name)}Input`)),
        discriminator: {
          propertyName: 'type',
          mapping: Object.fromEntries(
            actions.map((action) => [action.name, `#/components/schemas/${pascal(action.name)}Input`]),
          ),
        },
      },
      inputExamples(actions),
    ),
  },
  responses: {
    200: {
      description: 'The output of the action: `<Name>Output` for `<Name>Input`.',
      headers: { ...answerHeaders, 'Idempotent-Replayed': { $ref: '#/components/headers/IdempotentReplayed' } },
      content: {
        ...json({ anyOf: actions.map((action) => ref(`${pascal(action.name)}Output`)) }),
        ...streamContent(actions),
      },
    },
    ...errorResponses([...new Set(actions.flatMap((action) => action.errors.map(({ code }) => code)))]),
  },
  'x-foyer-actions': Object.fromEntries(
    actions.map((action) => [
      action.name,
      {
        summary: action.summary,
        input: ref(`${pascal(action.name)}Input`),
        output: ref(`${pascal(action.name)}Output`),
        who: action.who,
        scope: action.scope,
        effect: action.effect,
        limit: action.limit,
        ...(action.streams && { streams: true }),
        errors: action.errors.map(({ code }) => code),
        documentation: `/docs/${action.name}`,
      },
    ]),
  ),
})

/** Of those actions whose input may ask for it. */
const streamContent = (actions: readonly Described[]) => ({
  'text/event-stream': {
    schema: {
      type: 'string',
      description: `Of ${actions
        .filter(({ streams }) => streams)
        .map(({ name }) => `\`${name}\``)
        .join(
          ' and ',
        )} with \`stream\`: lines \`data: {"text": …}\`, each followed by a blank one, and \`data: [DONE]\` at the end.`,
    },
  },
})

/** The same action without `type`: its address names it. */
const functionOperation = (action: Described) => ({
  operationId: `function-${action.name}`,
  tags: ['Functions'],
  summary: action.summary,
  description: action.description || action.summary,
  security: action.who === 'public' ? [{}] : [{ token: [] }],
  ...(action.effect === 'write' && { parameters: [idempotencyKey] }),
  requestBody: { required: true, content: json(action.input, inputExamples([action], false)) },
  responses: {
    200: {
      description: 'The output of the action.',
      headers: { ...answerHeaders, 'Idempotent-Replayed': { $ref: '#/components/headers/IdempotentReplayed' } },
      content: json(ref(`${pascal(action.name)}Output`)),
    },
    ...errorResponses(action.errors.map(({ code }) => code)),
  },
})

const downloadOperation = (action: Described) => ({
  operationId: action.name,
  tags: ['Files'],
  summary: action.summary,
  description: action.description || action.summary,
  security: action.who === 'public' ? [{}] : [{ session: [] }, { token: [] }, ...(action.scope ? [{ key: [] }] : [])],
  parameters: action.inputFields
    .filter(({ name }) => !name.includes('.'))
    .map((field) => ({
      name: field.name,
      in: 'query',
      required: field.required,
      ...(field.about && { description: field.about }),
      schema: action.input.properties?.[field.name] ?? {},
    })),
  responses: {
    200: { description: 'The file.', content: { '*/*': { schema: { type: 'string', format: 'binary' } } } },
    ...errorResponses(action.errors.map(({ code }) => code)),
  },
})

const uploadOperation = () => ({
  operationId: 'send-upload-content',
  tags: ['Files'],
  summary: 'The bytes of a file created with create-upload',
  description: 'In parts of any size, in order. Resume an interrupted upload from `received_bytes` of `show-upload`.',
  security: [{ token: [] }],
  parameters: [
    { name: 'uploadId', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
    {
      name: 'from',
      in: 'query',
      description: 'The offset of this part in the file.',
      schema: { type: 'integer', minimum: 0, default: 0 },
    },
  ],
  requestBody: { required: true, content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } },
  responses: {
    200: {
      description: 'The progress of the upload.',
      content: json(ref('ShowUploadOutput')),
    },
    ...errorResponses([
      'bad_request',
      'not_signed_in',
      'scope_missing',
      'upload_not_found',
      'upload_wrong_state',
      'upload_offset_wrong',
      'upload_too_large',
      'encoding_not_supported',
      'request_timeout',
      'server_error',
      'unavailable',
    ]),
  },
})

const templateFileOperation = () => ({
  operationId: 'send-template-file',
  tags: ['Files'],
  summary: 'A PDF for a template',
  description:
    'The whole file in one request; its `id` is the `file` of `create-template` and `update-template`. What could act in it (scripts, launches, embedded files, form fields) is taken out. An upload that no template uses is removed after a day. Needs the role admin.',
  security: [{ token: [] }],
  parameters: [
    {
      ...{ name: 'name', in: 'query', required: true, description: 'As the file is called.' },
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    },
  ],
  requestBody: { required: true, content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } } },
  responses: {
    200: {
      description: 'The file as it was taken.',
      content: json({ type: 'object', properties: { file: ref('TemplateFile') }, required: ['file'] }),
    },
    ...errorResponses([
      'bad_request',
      'not_signed_in',
      'forbidden',
      'scope_missing',
      'pdf_not_pdf',
      'pdf_too_large',
      'pdf_too_many_pages',
      'pdf_encrypted',
      'pdf_broken',
      'pdf_active',
      'pdf_signed',
      'pdf_placeholders_left',
      'document_late',
      'encoding_not_supported',
      'request_timeout',
      'server_error',
      'unavailable',
    ]),
  },
})

const uploadedRecordFile = {
  type: 'object',
  properties: {
    id: { type: 'string', format: 'uuid', description: 'The `fileId` of `add-record-file`.' },
    name: { type: 'string', description: 'Without folders and hidden characters.' },
    media_type: { type: 'string', description: 'As its first bytes say.' },
    bytes: { type: 'integer' },
    sha256: { type: 'string', description: 'Hexadecimal.' },
  },
  required: ['id', 'name', 'media_type', 'bytes', 'sha256'],
}

const recordFileOperation = () => ({
  operationId: 'send-record-file',
  tags: ['Files'],
  summary: 'A file for a contact, company, lead or deal, or a signed paper for a document',
  description:
    'At most 25 MB, in one request; its `id` is the `fileId` of `add-record-file` or `upload-signed-file`. Programs and scripts are refused by their names and first bytes, whatever their sender calls them. An upload that is added to no record is removed after a day.',
  security: [{ token: [] }],
  parameters: [
    {
      ...{ name: 'name', in: 'query', required: true, description: 'As the file is called.' },
      schema: { type: 'string', minLength: 1 },
    },
  ],
  requestBody: {
    required: true,
    content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
  },
  responses: {
    200: {
      description: 'What was stored.',
      content: json({ type: 'object', properties: { file: uploadedRecordFile }, required: ['file'] }),
    },
    ...errorResponses([
      'bad_request',
      'not_signed_in',
      'scope_missing',
      'record_file_empty',
      'record_file_too_large',
      'record_file_refused',
      'record_file_infected',
      'record_files_full',
      'encoding_not_supported',
      'request_timeout',
      'server_error',
      'unavailable',
    ]),
  },
})

const knowledgeFile = {
  type: 'object',
  properties: {
    id: { type: 'string', format: 'uuid', description: 'The `file` of `save-knowledge`.' },
    name: { type: 'string' },
    kind: { type: 'string', enum: ['text', 'markdown', 'html', 'pdf'] },
    language: { type: 'string', description: 'As its words show it: `en`, `de`, … or `other`.' },
    words: { type: 'integer' },
  },
  required: ['id', 'name', 'kind', 'language', 'words'],
}

const knowledgeFileOperation = () => ({
  operationId: 'send-knowledge-file',
  tags: ['Files'],
  summary: 'A file that answers are taken from',
  description:
    'Text, Markdown, HTML or a PDF with text, at most 25 MB, in one request; its `id` is the `file` of `save-knowledge`. Its bytes say what it is, and its name where they leave that open. Only its text is kept. An upload of which no document is made is removed after a day. Needs the role admin.',
  security: [{ token: [] }],
  parameters: [
    {
      ...{ name: 'name', in: 'query', required: true, description: 'As the file is called.' },
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    },
  ],
  requestBody: {
    required: true,
    content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
  },
  responses: {
    200: {
      description: 'What could be read of it.',
      content: json({ type: 'object', properties: { file: knowledgeFile }, required: ['file'] }),
    },
    ...errorResponses([
      'bad_request',
      'not_signed_in',
      'forbidden',
      'scope_missing',
      'knowledge_empty',
      'knowledge_too_long',
      'knowledge_file_too_large',
      'knowledge_file_unsupported',
      'knowledge_file_not_pdf',
      'knowledge_file_unreadable',
      'encoding_not_supported',
      'request_timeout',
      'server_error',
      'unavailable',
    ]),
  },
})

const liveOperation = () => ({
  operationId: 'live',
  tags: ['Events'],
  summary: 'Live updates',
  description:
    'Server-sent events, each named after the kind of change in the workspace. Reconnect with a new token after 15 minutes.',
  security: [{ token: [] }],
  responses: {
    200: {
      description: 'A stream that stays open.',
      content: {
        'text/event-stream': {
          schema: { type: 'string', description: `\`event:\` is one of ${foyer.events.map(({ type }) => type).join(', ')}.` },
        },
      },
    },
    ...errorResponses(['not_signed_in', 'scope_missing', 'server_error', 'unavailable']),
  },
})

const webhookOperation = (event: DescribedEvent) => ({
  operationId: `webhook-${event.type.replace('.', '-')}`,
  tags: ['Events'],
  summary: event.about,
  description: 'Posted to the webhooks in Settings → Webhooks, signed as in Standard Webhooks.',
  security: [],
  parameters: [
    { name: 'webhook-id', in: 'header', required: true, description: 'The same in every retry.', schema: { type: 'string' } },
    {
      name: 'webhook-timestamp',
      in: 'header',
      required: true,
      description: 'Seconds since 1970, at the time of sending.',
      schema: { type: 'string' },
    },
    {
      name: 'webhook-signature',
      in: 'header',
      required: true,
      description: '`v1,` and the HMAC-SHA256 over `id.timestamp.body` with the secret of the webhook, as base64.',
      schema: { type: 'string' },
    },
  ],
  requestBody: {
    required: true,
    content: json(ref(`${pascal(event.type)}Event`), { example: { summary: event.type, value: event.example } }),
  },
  responses: {
    '2XX': { description: 'Taken.' },
    '410': { description: 'Unsubscribe: the webhook is turned off.' },
    '4XX': { description: 'Retried over days, as are 5XX and timeouts.' },
  },
})

const someRequest = '019aa6f0-5c1e-7a43-9d0b-6f2f6f1c8e21'

const answerHeaders = {
  'X-Request-Id': { $ref: '#/components/headers/RequestId' },
  RateLimit: { $ref: '#/components/headers/RateLimit' },
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
}

type Examples = Readonly<Record<string, { summary: string; value: unknown }>>

const json = (schema: object, examples: Examples = {}) => ({
  'application/json': { schema, ...(Object.keys(examples).length > 0 && { examples }) },
})

/** Named by the action, so that a reader finds the one they look for. */
const inputExamples = (actions: readonly Described[], isNamed = true): Examples =>
  Object.fromEntries(
    actions.flatMap((action) =>
      action.examples.map((example, n) => [
        `${action.name}${n === 0 ? '' : `-${n + 1}`}`,
        {
          summary: `${action.name}: ${example.title}`,
          value: isNamed && action.transports.includes('gateway') ? { type: action.name, ...example.input } : example.input,
        },
      ]),
    ),
  )

const healthOperation = () => ({
  operationId: 'health',
  tags: ['Gateway'],
  summary: 'Health check',
  description: 'A plain GET without parameters, to check that Foyer is up.',
  security: [],
  responses: {
    200: { description: 'Foyer is up.', content: { 'text/plain': { schema: { type: 'string' } } } },
    '4XX': { description: 'Refused.', content: json(ref('Error')) },
  },
})

const errorResponses = (codes: readonly string[]) => {
  const byStatus = Map.groupBy(codes, (code) => errorOf(code).status)
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, list]) => [
        status,
        {
          description: list.map((code) => `\`${code}\`: ${errorOf(code).message}`).join('\n\n'),
          headers: {
            'X-Request-Id': answerHeaders['X-Request-Id'],
            ...(status === 429 && { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }),
          },
          content: json(
            { allOf: [ref('Error'), { type: 'object', properties: { code: { enum: list } } }] },
            Object.fromEntries(
              list.map((code) => [
                code,
                { summary: code, value: { error: errorOf(code).message, code, request_id: someRequest } },
              ]),
            ),
          ),
        },
      ]),
  )
}
