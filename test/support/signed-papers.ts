import assert from 'node:assert/strict'
import type { Someone, TestApp } from './app.ts'
import { putRecordFile } from './record-files.ts'
import type { Answer } from './requests.ts'

/** As `upload-signed-file` answers it. */
export interface UploadedPaper {
  readonly id: string
  readonly url: string
  readonly sha256: string
  readonly given_sha256: string
  readonly bytes: number
}

/** Sends a file, and makes it a paper of a document. */
export const sendPaper = async (
  app: TestApp,
  as: Someone,
  documentId: string,
  content: Buffer,
  name = 'Scan.pdf',
): Promise<Answer> => {
  const { status, body } = await putRecordFile(app, as, name, content)
  assert.equal(status, 200, JSON.stringify(body))
  return app.call('upload-signed-file', { documentId, fileId: (body.file as { id: string }).id }, as)
}

export const addPaper = async (...given: Parameters<typeof sendPaper>): Promise<UploadedPaper> => {
  const { status, body } = await sendPaper(...given)
  assert.equal(status, 200, JSON.stringify(body))
  return body.file as unknown as UploadedPaper
}
