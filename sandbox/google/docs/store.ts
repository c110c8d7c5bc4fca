import { randomBytes } from 'node:crypto'
import type { SimulatorContext } from '../../simulators.ts'
import { type Account, accounts } from '../rows.ts'
import { tabsIn } from './notation.ts'
import { type DocsBehaviour, DocsRefusal, documentType, type FileRow, type Tab, usualBehaviour } from './rows.ts'

const newFileId = (): string => `1${randomBytes(32).toString('base64url')}`

/** What lies in each account from the first day on: a contract whose placeholders are split over looks, cells, tabs, head and foot. */
const sample = `header: Service agreement · {{CLIENT_NAME}}
footer: {{AGENCY}} · confidential
title: Service agreement
Between **{{AGENCY}}** and {{**CLIENT**_NAME}}, of {{CLIENT_ADDRESS}}.
## Services
{{SERVICES}}
| What | Price |
| {{SERVICE_NAME}} | *{{PRICE}}* |
## Term
It begins on {{START_DATE}} and ends with a notice of one month.
tab: Data protection
# Data protection
{{AGENCY}} keeps what it learns of {{CLIENT_NAME}} to itself.`

export const openDocs = (context: SimulatorContext) => {
  const files = context.table<FileRow>('drive-files')
  const seeds = context.table<{ readonly id: string }>('drive-seeds')
  const behaviours = context.table<DocsBehaviour>('drive-behaviour')
  const now = (): number => context.now().getTime()
  const behaviour = (): DocsBehaviour => ({ ...usualBehaviour, ...behaviours.find('now') })

  const make = (owner: string, name: string, tabs: readonly Tab[], more: Partial<FileRow> = {}): FileRow =>
    files.put({
      ...{ id: newFileId(), owner, sharedWith: [], name, mimeType: documentType, tabs, revision: 1, parents: ['root'] },
      ...{ appProperties: {}, madeBy: null, isTrashed: false, isLocked: false, createdAt: now(), modifiedAt: now() },
      ...more,
    })
  const seed = ({ id, email }: Account): void => {
    if (seeds.find(id)) return
    seeds.put({ id })
    make(email, 'Service agreement', tabsIn(sample))
  }
  const mayLook = (row: FileRow, email: string): boolean => row.owner === email || row.sharedWith.includes(email)

  return {
    behaviour,
    behave: (wanted: Partial<DocsBehaviour>): void => void behaviours.put({ ...behaviour(), ...wanted }),
    make,
    put: (row: FileRow): FileRow => files.put({ ...row, modifiedAt: now(), revision: row.revision + 1 }),
    removeRow: (id: string): void => files.remove(id),
    row: (id: string): FileRow | undefined => files.find(id),
    /** What an account sees, newest first. */
    of(account: Account): FileRow[] {
      seed(account)
      return files.list().filter((row) => mayLook(row, account.email))
    },
    /** A file of another person is not found: that it exists is not said. */
    find(id: string, account: Account): FileRow {
      seed(account)
      const row = files.find(id)
      if (!row || !mayLook(row, account.email)) throw new DocsRefusal('notFound', `File not found: ${id}.`)
      return row
    },
    all: (): readonly FileRow[] => {
      for (const account of accounts) seed(account)
      return files.list()
    },
    copy(
      row: FileRow,
      { email }: Account,
      given: Partial<Pick<FileRow, 'name' | 'parents' | 'appProperties' | 'madeBy'>>,
    ): FileRow {
      return make(email, given.name ?? `Copy of ${row.name}`, row.tabs, {
        ...{ mimeType: row.mimeType, parents: given.parents ?? row.parents },
        ...{ appProperties: given.appProperties ?? {}, madeBy: given.madeBy ?? null },
      })
    },
  }
}
export type SimulatedDocs = ReturnType<typeof openDocs>
