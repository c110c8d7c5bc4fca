import { createHash } from 'node:crypto'
import type { Table } from '../folder.ts'
import type { SimulatorContext } from '../simulators.ts'
import type { Account, Cause, Charge, Dispute, Event, Intent, Owned, Refund, Session, WebhookEndpoint } from './rows.ts'

export const byPerson: Cause = { id: null, idempotency_key: null }

/** The objects of every account. How they change stands in the file of each resource. */
export const openStore = (context: SimulatorContext) => {
  const accounts = context.table<Account>('accounts')
  const seconds = (): number => Math.floor(context.now().getTime() / 1_000)
  return {
    accounts,
    sessions: context.table<Session>('sessions'),
    intents: context.table<Intent>('intents'),
    charges: context.table<Charge>('charges'),
    refunds: context.table<Refund>('refunds'),
    disputes: context.table<Dispute>('disputes'),
    events: context.table<Event>('events'),
    endpoints: context.table<WebhookEndpoint>('endpoints'),
    seconds,
    address: context.address,
    newId: context.newId,
    deliver: context.deliver,
    /** What every new object of an account begins with. */
    owned: (account: Account, prefix: string): Owned => ({
      id: context.newId(prefix),
      account: account.id,
      livemode: account.livemode,
      created: seconds(),
    }),
    accountOf(object: Owned): Account {
      const found = accounts.find(object.account)
      if (!found) throw new Error('an object without an account')
      return found
    },
    /** The account of a secret key; it begins with its first use. `…_key2` and `…_without_…` are other keys of the account of what stands before. */
    enter(key: string): Account {
      const id = `acct_1${createHash('sha256')
        .update(key.replace(/_(key|without_)\w*$/, ''))
        .digest('hex')
        .slice(0, 15)}`
      return (
        accounts.find(id) ??
        accounts.put({
          id,
          livemode: key.startsWith('sk_live_') || key.startsWith('rk_live_'),
          hint: key.slice(-4),
          created: seconds(),
        })
      )
    },
    /** Rows of one account, newest first. */
    of: <Row extends Owned>(table: Table<Row>, account: Account): readonly Row[] =>
      table.list().filter((row) => row.account === account.id),
  }
}
export type Store = ReturnType<typeof openStore>
