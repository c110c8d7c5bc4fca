import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { type Someone, startApp, type TestApp } from './app.ts'
import { startSandbox } from './sandbox.ts'
import { until } from './until.ts'

export const metaSecret = 'meta-app-secret'

/** Pages and forms of the simulated Meta; `birch` has no lead at first. */
export const metaPages = { alder: '90612345678901239', birch: '90612345678901237', cedar: '90612345678901231' } as const
export const metaForms = {
  ...{ kitchen: '90712345678901239', bathroom: '90712345678901237', old: '90712345678901233' },
  birch: '90712345678901231',
} as const

export const metaSettings = (address: string): Record<string, string> => ({
  ...{ META_API_BASE: `${address}/sandbox/meta`, META_CLIENT_ID: 'meta-app', META_CLIENT_SECRET: metaSecret },
})

/** A source as `show-meta-source` shows it. */
export interface ShownMetaSource {
  readonly state: string
  readonly reason: string | null
  readonly is_announced: boolean
  readonly polled_at: string | null
  readonly next_poll_at: string | null
  readonly is_slowed: boolean
  readonly is_held: boolean
  readonly announced: number
  readonly found: number
  readonly earlier: number
  readonly waiting: number
  readonly failed: number
  readonly failures: readonly { lead_id: string; state: string; reason: string; delivery_id: string | null }[]
  readonly forms: readonly { id: string; name: string; status: string; is_chosen: boolean; reason: string | null }[]
}

/** A delivery of the request log. */
export interface ShownDelivery {
  readonly id: string
  readonly outcome: string
  readonly code: string | null
  readonly lead_id: string | null
  readonly mended_by: string | null
}

/** A server and a worker beside a sandbox that plays Meta. */
export const startMeta = async (options: Parameters<typeof startApp>[0] & { readonly hasWorker?: boolean } = {}) => {
  const { hasWorker = true, ...ofApp } = options
  const sandbox = await startSandbox(ofApp.now ? { now: ofApp.now } : {})
  const app = await startApp({ ...ofApp, env: { ...metaSettings(sandbox.address), ...ofApp.env } })
  const worker = hasWorker ? await app.startWorker() : null
  return {
    ...{ sandbox, app, meta: playedMeta(sandbox.address) },
    async stop(): Promise<void> {
      await worker?.stop()
      await app.stop()
      await sandbox.stop()
    },
  }
}

/** What people do at the simulated Meta. */
export const playedMeta = (address: string) => {
  const post = async (path: string, body: object = {}): Promise<Record<string, unknown>> => {
    const answer = await fetch(`${address}/sandbox/meta${path}`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
    })
    const text = await answer.text()
    assert.ok(answer.ok, text)
    return text.startsWith('{') ? JSON.parse(text) : {}
  }
  return {
    /** Fills in a form: the id of the lead. */
    fill: async (formId: string, filled: object = {}): Promise<string> =>
      String((await post(`/ads/${formId}/leads`, filled)).id),
    changeForm: (formId: string, status: 'ACTIVE' | 'ARCHIVED' | 'DELETED') => post(`/ads/${formId}/status/${status}`),
    sendTest: async (formId: string): Promise<string> => String((await post(`/ads/${formId}/test`)).id),
    pressTest: () => post('/ads/trial'),
    state: async () =>
      (await (await fetch(`${address}/sandbox/meta/ads`)).json()) as {
        pages: { id: string; apps: string[] }[]
        leads: { id: string }[]
      },
    /** Every person takes the consent back. */
    async endConsents(): Promise<void> {
      const { consents } = (await (await fetch(`${address}/sandbox/meta/consents`)).json()) as { consents: { id: string }[] }
      for (const { id } of consents)
        await fetch(`${address}/sandbox/meta/consents/${id}/end`, { method: 'POST', redirect: 'manual' })
    },
  }
}

/** Consents at the simulated Meta, as the person who has most of the pages: the id of the connection. */
export const connectMeta = async (
  app: Pick<TestApp, 'call'>,
  who: Someone,
  { pages = Object.values(metaPages), person = 'Ada' }: { pages?: readonly string[]; person?: 'Ada' | 'Ben' } = {},
): Promise<string> => {
  const begun = await app.call('integration-init-oauth', { provider: 'meta', orgId: who.orgId, userId: who.personId }, who)
  assert.equal(begun.status, 200, JSON.stringify(begun.body))
  const url = new URL(String(begun.body.authorizeUrl))
  const form = new URLSearchParams(url.searchParams)
  form.set('answer', 'allow')
  form.set('person', person === 'Ada' ? '10201234567890123' : '10207654321098765')
  for (const page of pages) form.append('pages[]', page)
  const decided = await fetch(url.origin + url.pathname, { method: 'POST', body: form, redirect: 'manual' })
  assert.equal(decided.status, 303, await decided.text())
  const back = new URL(decided.headers.get('location') ?? '')
  const done = await app.call('integration-callback', Object.fromEntries(back.searchParams), who)
  assert.equal(done.status, 200, JSON.stringify(done.body))
  return (done.body.connection as unknown as { id: string }).id
}

/** A source that is a page, and how it is looked at. */
export const addMetaSource = async (
  app: Pick<TestApp, 'call' | 'database'>,
  who: Someone,
  settings: {
    connectionId: string
    pageId: string
    pageName?: string
    formIds?: readonly string[] | null
    earlierDays?: number
  },
) => {
  const made = await app.call(
    'create-lead-source',
    { name: 'Meta ads', settings: { kind: 'meta', pageName: 'Alder Interiors', formIds: null, ...settings } },
    who,
  )
  assert.equal(made.status, 200, JSON.stringify(made.body))
  const { id } = made.body.source as unknown as { id: string }
  const show = async (): Promise<ShownMetaSource> => {
    const { status, body } = await app.call('show-meta-source', { leadSourceId: id }, who)
    assert.equal(status, 200, JSON.stringify(body))
    return body.page as unknown as ShownMetaSource
  }
  return {
    id,
    show,
    async untilShown(what: string, is: (shown: ShownMetaSource) => boolean): Promise<ShownMetaSource> {
      let last: ShownMetaSource | undefined
      const found = until(what, async () => {
        last = await show()
        return is(last) && last
      })
      return found.catch((error: Error) => assert.fail(`${error.message}: ${JSON.stringify({ ...last, forms: [] })}`))
    },
    deliveries: async (): Promise<readonly ShownDelivery[]> => {
      const { status, body } = await app.call('list-deliveries', { keyId: id, limit: 100 }, who)
      assert.equal(status, 200, JSON.stringify(body))
      return body.deliveries as unknown as ShownDelivery[]
    },
    leads: () =>
      app.database.inOrg(who.orgId, (db) =>
        db.selectFrom('leads').selectAll().where('org_id', '=', who.orgId).where('key_id', '=', id).orderBy('id').execute(),
      ),
    poll: (more: { days?: number } = {}) => app.call('poll-meta-source', { leadSourceId: id, ...more }, who),
  }
}
export type MetaSource = Awaited<ReturnType<typeof addMetaSource>>

/** A notification as Meta signs it. */
export const notify = async (url: string, body: string | object, secret = metaSecret) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const answer = await fetch(`${url}/functions/v1/meta-leads`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`,
    },
    body: text,
  })
  return { status: answer.status, text: await answer.text() }
}

export const notificationOf = (...leads: readonly { pageId: string; formId: string; leadId: string }[]): object => ({
  object: 'page',
  entry: leads.map(({ pageId, formId, leadId }) => ({
    ...{ id: pageId, time: 1_795_339_801 },
    changes: [
      { field: 'leadgen', value: { form_id: formId, leadgen_id: leadId, page_id: pageId, created_time: 1_795_339_800 } },
    ],
  })),
})
