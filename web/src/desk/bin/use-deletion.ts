import { useQueryClient } from '@tanstack/react-query'
import { CallError, call } from '#web/gateway.ts'
import { notifications } from '#web/ui/notifications.tsx'
import { offerUndo, say, sayFailure, undoMs } from '#web/ui/say.tsx'
import type { UndeletedRecord } from '#web/wire.ts'
import type { BinKind } from './bin-search.ts'
import { deleting } from './strings.ts'
import { undoByKey } from './undo-key.ts'

export interface Deletable {
  readonly kind: BinKind
  readonly id: string
  readonly name: string
}

/** A rejection, in the words of the reader. */
const whyKept = ({ reason }: UndeletedRecord): CallError =>
  new CallError({ message: deleting.kept[reason], code: 'bad_request', status: 409 })

/** Deletes and restores records; whatever shows them is read again. */
export const useDeletion = () => {
  const queries = useQueryClient()
  const readAgain = (): Promise<void> => queries.invalidateQueries()

  const restore = async ({ kind, id, name }: Deletable): Promise<void> => {
    try {
      const { kept } = await call('restore-records', { kind, ids: [id] })
      const [first] = kept
      if (first) sayFailure(whyKept(first), deleting.notRestored)
      else say(deleting.restored(name))
      await readAgain()
    } catch (error) {
      sayFailure(error, deleting.notRestored)
    }
  }

  return {
    restore,
    /** Says why where it is kept. Answers whether it is deleted. */
    async remove(record: Deletable): Promise<boolean> {
      const { kind, id, name } = record
      const { kept } = await call('delete-records', { kind, ids: [id] })
      const [first] = kept
      if (first) throw whyKept(first)
      const shown = offerUndo(deleting.deleted(name), () => {
        withdraw()
        void restore(record)
      })
      const withdraw = undoByKey(() => {
        notifications.hide(shown)
        void restore(record)
      }, undoMs)
      void readAgain()
      return true
    },
  }
}
