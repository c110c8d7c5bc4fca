import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CrmEntity } from '#ports/crm.ts'
import type { CrmProviderName } from '#ports/providers.ts'
import { type Someone, startApp, type TestApp } from './app.ts'
import { connectCrm, crmEnv } from './crm-consent.ts'
import { openJobContext } from './job-context.ts'
import { startSandbox } from './sandbox.ts'

/** A sync as `crm-sync-status` shows it. */
export interface ShownSync {
  readonly jobId: string
  readonly kind: string
  readonly status: string
  readonly condition: string | null
  readonly reason: string | null
  readonly code: string | null
  readonly mode: string
  readonly progress: {
    readonly [Entity in CrmEntity]?: {
      status: string
      total: number | null
      expected: number | null
      imported: number
      failed: number
      conflicts: number
      written: number
    }
  }
  readonly summary: {
    readonly [Entity in CrmEntity]?: {
      new: number
      changed: number
      unchanged: number
      failed: number
      gone: number
      missing: number
    }
  }
  readonly error_log: readonly {
    entity: string
    record_id: string
    record_url: string | null
    field: string | null
    code: string
    message: string
  }[]
  readonly error_count: number
  readonly certificate: {
    readonly [Entity in CrmEntity]?: {
      theirs: number | null
      ours: number
      removed: number
      missing: string[]
      missing_count: number
      sampled: number
      differing: { id: string; fields: string[] }[]
      known_differing: number
    }
  }
  readonly samples: readonly {
    entity: string
    record_id: string
    record_url: string | null
    verdict: string
    reason: string | null
    our_id: string | null
    fields: readonly { field: string; ours: string | null; theirs: string | null; verdict: string; reason: string | null }[]
  }[]
}

/** A server and a worker beside a sandbox that plays the CRMs. `theirNow`: their clock; the other options are those of startApp. */
export const startCrms = async ({
  hasWorker = true,
  theirNow,
  ...options
}: Parameters<typeof startApp>[0] & { hasWorker?: boolean; theirNow?: () => Date } = {}) => {
  const sandbox = await startSandbox(theirNow && { now: theirNow })
  const app = await startApp({ ...options, env: { ...crmEnv(sandbox.address), ...options.env } })
  const worker = hasWorker ? await app.startWorker() : null
  return {
    sandbox,
    app,
    env: { ...crmEnv(sandbox.address), ...options.env },
    async stop(): Promise<void> {
      await worker?.stop()
      await app.stop()
      await sandbox.stop()
    },
  }
}

/** The same without a worker, for a test that runs each job itself and to its end. */
export const startCrmsAndJobs = async (options: { theirNow?: () => Date } = {}) => {
  const crms = await startCrms({ hasWorker: false, ...options })
  const jobs = await openJobContext(crms.app, crms.env)
  return {
    ...{ crms, context: jobs.context },
    async stop(): Promise<void> {
      await jobs.close()
      await crms.stop()
    },
  }
}

/** The control of one simulated CRM; what it answers. */
export const controlCrm = async (
  { address }: { readonly address: string },
  provider: CrmProviderName,
  wishes: object,
): Promise<{ account: string; create: string[]; edit: string[]; merge: string[]; remove: string[] }> => {
  const response = await fetch(`${address}/sandbox/${provider}/_records`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(wishes),
  })
  const body = await response.text()
  assert.equal(response.status, 200, body)
  return JSON.parse(body)
}

/** The records of a simulated CRM, in the order of its ids. */
export const recordsOfCrm = async (
  { address }: { readonly address: string },
  provider: CrmProviderName,
  entity: CrmEntity,
): Promise<readonly { id: string; values: Record<string, string | null>; companyIds: string[]; contactIds: string[] }[]> => {
  const response = await fetch(`${address}/sandbox/${provider}/_records?entity=${entity}&limit=10000`)
  return ((await response.json()) as { records: never }).records
}

let accounts = 0

/** A workspace that is connected to a simulated CRM, with an account of its own and these records in it. */
export const connectedTo = async (
  { app, sandbox }: Pick<Awaited<ReturnType<typeof startCrms>>, 'app' | 'sandbox'>,
  provider: CrmProviderName,
  seed: object = {},
) => {
  const owner = await app.given.organization()
  const key = `pat-eu1-test${process.pid}x${++accounts}`
  const connectionId = provider === 'hubspot' ? await connectByKey(app, owner, key) : await connectCrm(app, owner, provider)
  const { account } = await controlCrm(sandbox, provider, { reseed: seed })
  const call = async <T = Record<string, unknown>>(type: string, body: object, status = 200): Promise<T> => {
    const answer = await app.call(type, { orgId: owner.orgId, ...body }, owner)
    assert.equal(answer.status, status, `${type}: ${JSON.stringify(answer.body)}`)
    return answer.body as T
  }
  const show = (jobId: string) => call<ShownSync>('crm-sync-status', { jobId })
  return {
    ...{ owner, connectionId, account, call, show },
    /** Of a CRM that is connected by one. */
    key,
    control: (wishes: object) => controlCrm(sandbox, provider, { account, ...wishes }),
    records: (entity: CrmEntity) => recordsOfCrm(sandbox, provider, entity),
    /** Starts a sync and waits for its end. */
    async sync(
      wish: object = {},
      { entities = ['companies', 'contacts', 'deals'] as readonly CrmEntity[], ms = 60_000 } = {},
    ): Promise<ShownSync> {
      const { jobId } = await call<{ jobId: string }>('crm-start-sync', {
        connectionId,
        userId: owner.personId,
        entities,
        ...wish,
      })
      return this.ended(jobId, ms)
    },
    async ended(jobId: string, ms = 60_000): Promise<ShownSync> {
      const end = Date.now() + ms
      for (;;) {
        const shown = await show(jobId)
        if (shown.status === 'completed' || shown.status === 'failed') return shown
        if (Date.now() > end)
          throw new Error(
            `a sync did not end: ${JSON.stringify({ ...shown, error_log: shown.error_log.slice(0, 3), samples: [] })}`,
          )
        // An action may be called 120 times a minute.
        await sleep(700)
      }
    },
  }
}

const connectByKey = async (app: TestApp, owner: Someone, apiKey: string): Promise<string> => {
  const { status, body } = await app.call(
    'crm-save-api-key',
    { provider: 'hubspot', orgId: owner.orgId, userId: owner.personId, apiKey },
    owner,
  )
  assert.equal(status, 200, JSON.stringify(body))
  const { body: listed } = await app.call('crm-connections', { orgId: owner.orgId }, owner)
  return (listed.connections as unknown as { id: string }[])[0]?.id ?? ''
}
