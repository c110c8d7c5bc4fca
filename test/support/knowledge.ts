import { PDFDocument } from '@cantoo/pdf-lib'
import type { Someone, TestApp } from './app.ts'

/** A PDF with these lines below each other; without any, its page is empty. */
export const makeTextPdf = async (lines: readonly string[]): Promise<Buffer> => {
  const file = await PDFDocument.create()
  const page = file.addPage()
  for (const [n, line] of lines.entries()) page.drawText(line, { x: 50, y: 780 - n * 20, size: 11 })
  return Buffer.from(await file.save())
}

/** As `PUT /knowledge-files` answers. */
export const putKnowledgeFile = async (
  app: TestApp,
  as: Pick<Someone, 'token'>,
  name: string,
  content: Buffer | string,
): Promise<{ readonly status: number; readonly body: Record<string, unknown> }> => {
  const answer = await fetch(`${app.url}/knowledge-files?name=${encodeURIComponent(name)}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${as.token}`, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(Buffer.from(content)),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}
