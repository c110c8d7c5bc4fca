import assert from 'node:assert/strict'
import type { Someone, TestApp } from '../support/app.ts'
import type { Answer } from '../support/requests.ts'

export interface ShownUpload {
  readonly id: string
  readonly state: string
  readonly columns: string[]
  readonly mapping: (string | null)[]
  readonly check: { rows: number; new: number; duplicate: number; invalid: number } | null
  readonly import: { imported: number; duplicate: number; rejected: number; undone: number } | null
  readonly received_bytes: number
  readonly encoding: string | null
  readonly delimiter: string | null
  readonly has_header: boolean | null
  readonly problem: { code: string; failed_in: string } | null
  readonly progress: number
}

/** What a person does with a file, as calls. */
export const uploading = (app: TestApp, as: Someone = app.owner) => {
  const ok = (answer: Answer): Answer['body'] => {
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body
  }
  const show = async (uploadId: string): Promise<ShownUpload> =>
    ok(await app.call('show-upload', { uploadId }, as)).upload as unknown as ShownUpload

  const put = async (
    uploadId: string,
    content: string | Buffer,
    from?: number,
    someone = as,
    url = app.url,
  ): Promise<Answer> => {
    const response = await fetch(`${url}/uploads/${uploadId}/content${from === undefined ? '' : `?from=${from}`}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${someone.token}`, 'content-type': 'text/csv' },
      body: content as string,
    })
    return { status: response.status, headers: response.headers, body: (await response.json()) as Answer['body'] }
  }

  const until = async (uploadId: string, ...states: string[]): Promise<ShownUpload> => {
    for (let tries = 0; tries < 600; tries++) {
      const upload = await show(uploadId)
      if (states.includes(upload.state)) return upload
      if (upload.state === 'failed') throw new Error(`the upload failed: ${JSON.stringify(upload.problem)}`)
      await new Promise((done) => setTimeout(done, 50))
    }
    throw new Error(`the upload never got ${states.join(' or ')}: ${JSON.stringify(await show(uploadId))}`)
  }

  return {
    ok,
    show,
    put,
    until,
    async file(content: string | Buffer, name = 'leads.csv'): Promise<ShownUpload> {
      const made = ok(await app.call('create-upload', { name, size: Buffer.byteLength(content) }, as))
        .upload as unknown as ShownUpload
      return ok(await put(made.id, content)).upload as unknown as ShownUpload
    },
    async check(uploadId: string): Promise<ShownUpload> {
      ok(await app.call('check-upload', { uploadId }, as))
      return until(uploadId, 'checked')
    },
    async import(uploadId: string, again = false): Promise<ShownUpload> {
      ok(await app.call('start-upload', { uploadId, again }, as))
      return until(uploadId, 'done')
    },
    async rows(uploadId: string, outcome?: string) {
      return ok(await app.call('list-upload-rows', { uploadId, outcome, limit: 200 }, as)).rows as unknown as {
        row: number
        outcome: string
        cells: string[]
        mended: boolean
        code: string | null
        field: string | null
        message: string | null
        lead_id: string | null
      }[]
    },
    async rejected(uploadId: string): Promise<string> {
      const response = await fetch(`${app.url}/download/download-rejected-rows?uploadId=${uploadId}`, {
        headers: { authorization: `Bearer ${as.token}` },
      })
      assert.equal(response.status, 200)
      // text() would take the byte order mark off.
      return Buffer.from(await response.arrayBuffer()).toString('utf8')
    },
    leads: () =>
      app.database.inOrg(as.orgId, (db) =>
        db.selectFrom('leads').selectAll().where('org_id', '=', as.orgId).orderBy('id').execute(),
      ),
    contacts: () =>
      app.database.inOrg(as.orgId, (db) =>
        db.selectFrom('contacts').selectAll().where('org_id', '=', as.orgId).orderBy('id').execute(),
      ),
  }
}
