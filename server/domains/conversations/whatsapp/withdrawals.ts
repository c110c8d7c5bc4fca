import type { Db } from '#core/context.ts'
import { lockMessage, setMessageState } from '../inbox/messages.ts'

/**
 * Messages that are not to be sent any more: those that wait fail with a reason. Answers them. One that is with the platform at this moment
 * goes out, or waits again where that is busy.
 */
export const withdrawMessages = async (
  db: Db,
  orgId: string,
  ids: readonly string[],
  reason: { readonly code: string; readonly text: string },
): Promise<string[]> => {
  const withdrawn: string[] = []
  for (const id of ids.toSorted()) {
    if ((await lockMessage(db, orgId, id))?.state !== 'queued') continue
    await setMessageState(db, orgId, id, { state: 'failed', errorCode: reason.code, error: reason.text })
    withdrawn.push(id)
  }
  return withdrawn
}
