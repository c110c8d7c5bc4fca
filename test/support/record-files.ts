import type { Someone, TestApp } from './app.ts'

/** As `PUT /record-files` answers. */
export const putRecordFile = async (
  app: TestApp,
  as: Pick<Someone, 'token'>,
  name: string,
  content: Buffer | string,
): Promise<{ readonly status: number; readonly body: Record<string, unknown> }> => {
  const answer = await fetch(`${app.url}/record-files?name=${encodeURIComponent(name)}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${as.token}`, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(Buffer.from(content)),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}
