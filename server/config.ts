import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import type { Provider } from '#ports/provider.ts'
import { type AnyProvider, providers } from '#ports/providers.ts'
import { readAllowedTarget } from '#shapes/networks.ts'
import { WebAddress } from '#shapes/settings.ts'
import { TrustedIssuers } from '#shapes/trusted-issuers.ts'
import { highestCaps, usualCaps } from '#shapes/workflow-caps.ts'

const whole = (least: number, most: number) => z.coerce.number().int().min(least).max(most)

/** Of a retention. */
const days = whole(0, 36_500).refine((value) => value === 0 || value >= 30, 'must be 0 or at least 30')

/** Separated by commas. */
const List = z
  .string()
  .default('')
  .transform((list) =>
    list
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean),
  )

const PostgresUrl = z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgres://')

/** `Name <address>` or an address alone. A host without a dot will do: the default on one machine has none. */
const MailFrom = z
  .string()
  .max(320)
  .regex(
    /^(?:[^\p{Cc}<>@"]*<[^\s\p{Cc}<>@,;:"()[\]\\]+@[^\s\p{Cc}<>@,;:"()[\]\\]+>|[^\s\p{Cc}<>@,;:"()[\]\\]+@[^\s\p{Cc}<>@,;:"()[\]\\]+)$/u,
    'must be one email address, or Name <address>',
  )
  .transform((text) => {
    const [, name = '', address = text] = /^(.*)<(.+)>$/.exec(text) ?? []
    return { name: name.trim() || null, address }
  })

type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

/** What vendors add, with the names and types of their own manifests. */
const settingsOf = (all: readonly Provider[]): Intersection<AnyProvider['settings']> =>
  Object.assign({}, ...all.map(({ settings }) => settings))

/**
 * Every setting of Foyer, with its default and what it is for. docs/operating.md is written from here (`npm run docs`).
 * Each can also come from a file: `DATABASE_URL_FILE=/run/secrets/url` reads DATABASE_URL from there.
 */
export const settings = {
  PORT: { shape: whole(0, 65535).default(3000), about: 'Port of the server. 0 picks a free one.' },
  HOST: {
    shape: z.string().min(1).default('127.0.0.1'),
    about: 'Address to listen on. 0.0.0.0 listens on all; put a TLS proxy in front.',
  },
  FOYER_DATA: {
    shape: z.string().min(1).default('./data'),
    about: 'Folder for the embedded database, files and the key. Created if missing.',
  },
  DATABASE_URL: {
    shape: PostgresUrl.optional(),
    about: 'PostgreSQL 15 or newer to use instead of the embedded one.',
    secret: true,
  },
  DATABASE_OWNER_URL: {
    shape: PostgresUrl.optional(),
    about: 'Role that owns the tables and runs the migrations, if the role in DATABASE_URL may not.',
    secret: true,
  },
  PUBLIC_URL: {
    shape: WebAddress.optional(),
    about: 'Public address of Foyer, used in links. Default: http://HOST:PORT.',
  },
  ALLOWED_ORIGIN_DOMAIN: {
    shape: z
      .string()
      .regex(/^[a-z0-9.-]+$/i, 'must be a bare domain, such as example.com')
      .optional(),
    about: 'Domain whose pages (and those of its subdomains) may call Foyer from a browser. Enforced when set.',
  },
  FOYER_KEY: {
    shape: z.string().min(43, 'must be 32 random bytes as base64 (openssl rand -base64 32)').optional(),
    about:
      'Key that encrypts secrets at rest: 32 random bytes, base64. Created on the first start as FOYER_DATA/key, readable only by its owner.',
    secret: true,
  },
  FOYER_OLD_KEYS: {
    shape: List,
    about:
      'Previous values of FOYER_KEY, separated by commas, for decryption only. `npx foyer rekey` re-encrypts every secret, and they can be removed.',
    secret: true,
  },
  TRUSTED_PROXIES: {
    shape: List,
    about: 'Addresses or CIDR blocks of proxies whose X-Forwarded-For is trusted, separated by commas.',
  },
  TRUSTED_ISSUERS: {
    shape: TrustedIssuers,
    about:
      'Additional issuers whose tokens authenticate members, as a JSON list: `[{"issuer": "https://id.example.com", "jwks": "https://id.example.com/keys", "audience": "foyer"}]`. A token must name the workspace in `org` and a member of it in `sub`, by id, or with `"subject": "email"` in `email` (with `email_verified`); a `role` in it can only lower the member’s role. `algorithms` narrows the default ones.',
  },
  OUTGOING_ALLOWED_PRIVATE: {
    shape: List.transform((entries, context) =>
      entries.flatMap((entry) => {
        const target = readAllowedTarget(entry)
        if (!target) context.addIssue(`has an entry that is not a host, address or block: ${entry.slice(0, 100)}`)
        return target ?? []
      }),
    ),
    about:
      'Hosts, addresses and blocks of your own network that webhooks, the mail and calendar servers (IMAP, SMTP, CalDAV) and the AI servers that members type, may be at although they are private, use another port, or do not use TLS, separated by commas: `hooks.internal`, `10.0.0.0/8`, `127.0.0.1:8080`, `[fd00::/8]:8443`. An entry without a port covers all ports.',
  },
  LOG_LEVEL: {
    shape: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
    about: 'Minimum log level.',
  },
  LOG_FORMAT: {
    shape: z.enum(['text', 'json']).optional(),
    about: 'Log format: `text` for people, `json` for programs. Default: text on a terminal, JSON elsewhere.',
  },
  DATABASE_CONNECTIONS: {
    shape: whole(4, 500).default(12),
    about: 'Database connections per process, in addition to five for intake, keys, limits and live updates.',
  },
  MAX_CONNECTIONS: {
    shape: whole(16, 1_000_000).default(10_000),
    about:
      'Concurrent connections to a server, within the system’s limit of open files. At the limit, idle connections are closed first; if none is idle, new ones get 503.',
  },
  MAX_CONNECTIONS_PER_ADDRESS: {
    shape: whole(1, 1_000_000).default(500),
    about:
      'Concurrent connections per client address (IPv6: per /64); behind TRUSTED_PROXIES, concurrent requests. Connections from this machine, including a local proxy, only count towards MAX_CONNECTIONS.',
  },
  MAX_STREAMS_PER_MEMBER: {
    shape: whole(1, 10_000).default(32),
    about: 'Concurrent live streams per member; downloads and uploads get a quarter of it each.',
  },
  MAX_STREAMS_PER_ADDRESS: {
    shape: whole(1, 100_000).default(100),
    about: 'Website chats listening for replies at once, per client address.',
  },
  MAX_OPEN_BOOKINGS_PER_RECIPIENT: {
    shape: whole(1, 100).default(5),
    about: 'Meetings ahead that visitors of the booking pages may have booked with one email address, per workspace.',
  },
  MAX_BOOKING_MAILS_PER_RECIPIENT: {
    shape: whole(1, 100).default(10),
    about:
      'Emails about bookings that visitors may cause to one address within 24 hours, per workspace. At the limit meetings with it can be cancelled, but not booked or rescheduled by visitors.',
  },
  MAX_BOOKINGS_PER_NETWORK: {
    shape: whole(1, 100_000).default(60),
    about: 'Bookings that visitors may make within an hour from one network (IPv4: /24, IPv6: /64), per workspace.',
  },
  CALENDAR_POLL_SECONDS: {
    shape: whole(10, 86_400).default(300),
    about: 'How often connected calendars are read where nothing tells of changes.',
  },
  CRM_STALL_SECONDS: {
    shape: whole(5, 86_400).default(600),
    about: 'A CRM sync that makes no progress for so long counts as stalled, and says why.',
  },
  CRM_GIVE_UP_SECONDS: {
    shape: whole(5, 604_800).default(3_600),
    about: 'A stalled CRM sync that still makes no progress after so much longer fails. It can be resumed.',
  },
  AI_FIRST_TEXT_SECONDS: {
    shape: whole(1, 300).default(20),
    about:
      'How long an AI provider may take to its first text; then the next one of Settings → AI is asked. A server of your own that loads its model first needs more.',
  },
  AI_ANSWER_SECONDS: {
    shape: whole(1, 900).default(120),
    about:
      'How long one answer of Ask Foyer may take, all its look-ups together; then it is ended, and what came is billed. A slow server of your own needs more.',
  },
  MAIL_POLL_SECONDS: {
    shape: whole(10, 86_400).default(60),
    about: 'How often connected mailboxes are read where nothing tells of changes.',
  },
  MAIL_FIRST_DAYS: {
    shape: whole(1, 36_500).default(90),
    about: 'How many days back a mailbox is read when it is connected. Older mail is read when a member asks for it.',
  },
  EVENTS_RETENTION_DAYS: {
    shape: days.default(180),
    about: 'Days to keep events that every consumer has processed. At least 30; 0 keeps them forever.',
  },
  AUDIT_RETENTION_DAYS: {
    shape: days.default(730),
    about: 'Days to keep entries of the audit log. At least 30; 0 keeps them forever.',
  },
  WORKFLOW_MAX_NODES: {
    shape: whole(1, highestCaps.nodes).default(usualCaps.nodes),
    about: 'Steps of a workflow.',
  },
  WORKFLOW_MAX_BYTES: {
    shape: whole(1024, highestCaps.definitionBytes).default(usualCaps.definitionBytes),
    about: 'Size of a workflow as JSON, in bytes.',
  },
  WORKFLOW_MAX_BRANCHES: {
    shape: whole(2, highestCaps.branches).default(usualCaps.branches),
    about: 'Parallel branches of a step, and cases of a switch.',
  },
  WORKFLOW_MAX_ITEMS: {
    shape: whole(1, highestCaps.items).default(usualCaps.items),
    about: 'Items that a loop may go over; the step itself says how many it does, 100 unless set.',
  },
  WORKFLOW_MAX_STEPS: {
    shape: whole(1, highestCaps.steps).default(usualCaps.steps),
    about: 'Steps of a run. A run with more fails with `too_many_steps`.',
  },
  WORKFLOW_MAX_OUTPUT_BYTES: {
    shape: whole(1024, highestCaps.outputBytes).default(usualCaps.outputBytes),
    about: 'What a step of a workflow may give, as JSON, in bytes.',
  },
  WORKFLOW_MAX_RUN_BYTES: {
    shape: whole(1024, highestCaps.runBytes).default(usualCaps.runBytes),
    about: 'What all steps of a run may give, in bytes. At least WORKFLOW_MAX_OUTPUT_BYTES.',
  },
  WORKFLOW_MAX_DEPTH: {
    shape: whole(1, highestCaps.depth).default(usualCaps.depth),
    about: 'How deep workflows may start each other by steps.',
  },
  WORKFLOW_MAX_OPEN_RUNS: {
    shape: whole(1, highestCaps.openRuns).default(usualCaps.openRuns),
    about:
      'Runs of a workspace that have not ended, waiting ones included. At the limit starts get 429, and a workflow that an event or a schedule starts is stopped with a notice; what comes meanwhile is kept.',
  },
  WORKFLOW_MAX_RUNS_PER_MONTH: {
    shape: whole(0, highestCaps.runsAMonth).default(usualCaps.runsAMonth),
    about: 'Runs that a workspace may start in a calendar month (UTC), likewise. 0 sets no limit.',
  },
  WORKFLOW_MAX_STARTS_PER_MINUTE: {
    shape: whole(1, highestCaps.startsAMinute).default(usualCaps.startsAMinute),
    about: 'Runs of a workflow that begin within a minute; more begin later.',
  },
  WORKFLOW_STEPS_AT_ONCE: {
    shape: whole(2, highestCaps.stepsAtOnce).default(usualCaps.stepsAtOnce),
    about:
      'Steps of workflows that a worker does outside the database at once; those of one workspace get half of them, and the last quarter is for workspaces that have none.',
  },
  UPLOAD_MAX_BYTES: { shape: whole(1, 2 ** 50).default(5 * 2 ** 30), about: 'Largest file that can be uploaded, in bytes.' },
  UPLOAD_MAX_FILES: {
    shape: whole(1, 1_000_000).default(1_000),
    about: 'Lead files that a workspace may store at once, including finished ones until they are removed.',
  },
  UPLOAD_MAX_BYTES_PER_WORKSPACE: {
    shape: whole(1, 2 ** 50).default(20 * 2 ** 30),
    about: 'Total size of the lead files of a workspace, in bytes, by announced size.',
  },
  DRAIN_MS: {
    shape: whole(0, 60_000).default(0),
    about:
      'How long a stopping server still responds to new requests, so that a proxy can notice. Part of the 10 s of a shutdown.',
  },
  ...settingsOf(providers),
  MAIL_FROM: {
    shape: MailFrom.optional(),
    about:
      'Sender of outgoing mail, as `Name <address>`. SPF and DKIM of its domain must allow the sending account. Without a name, emails to clients have that of their workspace, and all others “Foyer”. Default: foyer@host of PUBLIC_URL.',
  },
  TIMESTAMP_URL: {
    shape: WebAddress.optional(),
    about:
      'Timestamp authority (RFC 3161) for the seals of documents, which may be private. Workspaces can name their own in Settings → Sealing, and decide whether seals are stamped.',
  },
  S3_BUCKET: {
    shape: z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
      .optional(),
    about:
      'Bucket of a store that speaks S3, for files, in place of the folder FOYER_DATA/files. New files are stored there at once; files in the folder stay readable and are copied by `npx foyer move-files`. Also `FILES_S3_BUCKET`.',
    alias: 'FILES_S3_BUCKET',
  },
  S3_ENDPOINT: {
    shape: WebAddress.optional(),
    about:
      'Address of the store, which may be private. Default: Amazon S3 in S3_REGION. In the sandbox: http://127.0.0.1:3000/sandbox/s3. Also `FILES_S3_ENDPOINT`.',
    alias: 'FILES_S3_ENDPOINT',
  },
  S3_REGION: {
    shape: z
      .string()
      .regex(/^[a-z0-9-]{1,40}$/, 'must be the name of a region')
      .default('us-east-1'),
    about:
      'Region of the bucket, which is part of each signature. Many other stores want `us-east-1` or `auto`. Also `FILES_S3_REGION`.',
    alias: 'FILES_S3_REGION',
  },
  S3_ACCESS_KEY_ID: {
    shape: z
      .string()
      .regex(/^[\w.+=@-]{3,128}$/, 'must be the id of an access key')
      .optional(),
    about:
      'Access key that may list the bucket, and read, write and delete its objects, tags of uploads in parts included (s3:ListBucket, s3:ListBucketMultipartUploads, s3:GetObject, s3:PutObject, s3:DeleteObject, s3:AbortMultipartUpload; with S3_LOCK_DAYS s3:PutObjectRetention). Also `FILES_S3_KEY_ID`.',
    alias: 'FILES_S3_KEY_ID',
  },
  S3_SECRET_ACCESS_KEY: {
    shape: z.string().min(8, 'must be the secret of that key').optional(),
    about: 'The secret of that key. Also `FILES_S3_SECRET`.',
    secret: true,
    alias: 'FILES_S3_SECRET',
  },
  S3_ADDRESSING: {
    shape: z.enum(['path', 'host']).optional(),
    about:
      'Where the bucket stands in the address: `host` (https://bucket.store/…) or `path` (https://store/bucket/…). Default: `host` at Amazon, `path` where S3_ENDPOINT is set.',
  },
  S3_PREFIX: {
    shape: z
      .string()
      .regex(/^(?:[\w.-]+\/)*$/, 'must end with a slash, such as foyer/')
      .default(''),
    about: 'Beginning of the names of all objects, where the bucket also holds something else: `foyer/`.',
  },
  S3_LOCK_DAYS: {
    shape: whole(0, 36_500).default(0),
    about:
      'Days for which signed documents, certificates and nightly records are locked (Object Lock), in a bucket that has it. 0 leaves it to the bucket’s own rule. A locked file cannot be deleted earlier; documents are kept for 6 or 10 years. Also `FILES_S3_LOCK`.',
    alias: 'FILES_S3_LOCK',
  },
  S3_LOCK_MODE: {
    shape: z.enum(['governance', 'compliance']).default('governance'),
    about: 'How they are locked. `governance` can be lifted by a user with the right to do so, `compliance` cannot be lifted.',
  },
  SANDBOX: {
    shape: z.enum(['on', 'off', 'open']).optional(),
    about:
      'Simulates the providers under /sandbox: without a mail account, emails are stored in its mailbox. `on` serves this machine only, `open` every client that reaches Foyer (they can read every email, including sign-in links). Default with `npm start`: on, unless PUBLIC_URL points to another machine; otherwise off.',
  },
  METRICS_TOKEN: {
    shape: z.string().min(16).optional(),
    about: 'Bearer token required by GET /metrics: `openssl rand -hex 24`. Without it, metrics are disabled.',
    secret: true,
  },
} as const satisfies Record<string, { shape: z.ZodType; about: string; secret?: boolean; alias?: string }>

type Settings = typeof settings
type Values = { readonly [Name in keyof Settings]: z.output<Settings[Name]['shape']> }

export interface Config extends Values {
  readonly dataDir: string
  /** Address for links; the real port is known only after listening when PORT is 0. */
  publicUrl(port: number): string
  /** Address for this machine's own processes, whatever proxy stands before the public one. */
  localUrl(port: number): string
  /** Foyer has a name in the world: its address for links is not this machine's own. */
  readonly isNamed: boolean
  readonly mailFrom: { readonly name: string | null; readonly address: string }
}

/** Whether the outside providers are played here. */
export const hasSandbox = (config: Pick<Config, 'SANDBOX'>): boolean => config.SANDBOX === 'on' || config.SANDBOX === 'open'

/** A setting that a manifest names: an address, a key, a model. */
export const settingText = (config: Config, name: string): string | undefined =>
  z
    .string()
    .optional()
    .parse(config[name as keyof Values])

export class BadConfig extends Error {}

/** Reads the environment. A bad value stops the start and is named; secrets are not repeated. */
export const readConfig = (env: NodeJS.ProcessEnv = process.env): Config => {
  const wrong: string[] = []
  const values: Record<string, unknown> = {}
  for (const [name, setting] of Object.entries(settings)) {
    const text = readNamed(env, name, 'alias' in setting ? setting.alias : null, wrong)
    const parsed = setting.shape.safeParse(text === '' ? undefined : text)
    if (parsed.success) values[name] = parsed.data
    else wrong.push(`${name}: ${parsed.error.issues[0]?.message ?? 'is not valid'}`)
  }
  for (const name of ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])
    if (values.S3_BUCKET !== undefined && values[name] === undefined) wrong.push(`${name}: must be set with S3_BUCKET`)
  if (Number(values.WORKFLOW_MAX_RUN_BYTES) < Number(values.WORKFLOW_MAX_OUTPUT_BYTES))
    wrong.push('WORKFLOW_MAX_RUN_BYTES: must be at least WORKFLOW_MAX_OUTPUT_BYTES')
  if (wrong.length > 0) throw new BadConfig(`The configuration is not valid:\n${wrong.map((line) => `  ${line}`).join('\n')}`)

  const read = values as Values
  const atHost = (host: string, port: number): string => `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  return {
    ...read,
    dataDir: path.resolve(read.FOYER_DATA),
    publicUrl: (port) => (read.PUBLIC_URL ?? atHost(read.HOST, port)).replace(/\/$/, ''),
    localUrl: (port) => atHost(['0.0.0.0', '::'].includes(read.HOST) ? '127.0.0.1' : read.HOST, port),
    isNamed: read.PUBLIC_URL !== undefined && !isLoopback(new URL(read.PUBLIC_URL).hostname),
    mailFrom: read.MAIL_FROM ?? { name: null, address: `foyer@${mailHost(read.PUBLIC_URL)}` },
  }
}

const isLoopback = (host: string): boolean => /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(host)

/** A bare address of a machine is no domain to write from; nothing that leaves the sandbox comes from localhost. */
const mailHost = (publicUrl: string | undefined): string => {
  const host = publicUrl === undefined ? '' : new URL(publicUrl).hostname
  return /[a-z]/i.test(host) && !host.startsWith('[') ? host : 'localhost'
}

/** A value under its name, or under the other name that a setting has. */
const readNamed = (env: NodeJS.ProcessEnv, name: string, alias: string | null, wrong: string[]): string | undefined => {
  const text = readValue(env, name, wrong)
  const other = alias === null ? undefined : readValue(env, alias, wrong)
  if (text && other && text !== other) wrong.push(`${name}: ${alias} says otherwise; set one of the two`)
  return text || other
}

const readValue = (env: NodeJS.ProcessEnv, name: string, wrong: string[]): string | undefined => {
  const file = env[`${name}_FILE`]
  if (!file) return env[name]?.trim()
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    wrong.push(`${name}_FILE: cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`)
    return undefined
  }
}
