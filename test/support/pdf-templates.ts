import assert from 'node:assert/strict'
import type { Someone, TestApp } from './app.ts'

/** As `PUT /template-files` answers it. */
export interface UploadedPdf {
  readonly id: string
  readonly sha256: string
  readonly bytes: number
  readonly pages: readonly { readonly width: number; readonly height: number }[]
}

export const putPdf = async (
  app: TestApp,
  as: Pick<Someone, 'token'>,
  pdf: Buffer,
  name = 'Order.pdf',
): Promise<{ readonly status: number; readonly body: Record<string, unknown> }> => {
  const answer = await fetch(`${app.url}/template-files?name=${encodeURIComponent(name)}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${as.token}`, 'content-type': 'application/pdf' },
    body: new Uint8Array(pdf),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

/** A PDF for a template, as it was taken. */
export const uploadPdf = async (app: TestApp, as: Pick<Someone, 'token'>, pdf: Buffer, name?: string): Promise<UploadedPdf> => {
  const { status, body } = await putPdf(app, as, pdf, name)
  assert.equal(status, 200, JSON.stringify(body))
  return body.file as UploadedPdf
}
