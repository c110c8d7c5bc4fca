import type { Table } from '../folder.ts'
import type { SimulatorContext } from '../simulators.ts'
import { Refused } from './refusals.ts'
import type { Account, Dispute, Endpoint, Order, Payment, Refund } from './rows.ts'

const firstKeyOf = (keyId: string): string => keyId.replace(/_key\w*$/, '')

/** What every account has. The rules by which it changes stand in the files of orders, payments, refunds and disputes. */
export const openStore = (context: SimulatorContext) => {
  const accounts = context.table<Account>('accounts')
  const keys = context.table<{ readonly id: string; readonly keySecret: string }>('keys')
  /** Fourteen letters and digits, as the vendor's. */
  const newId = (prefix: string): string => prefix + context.newId('').slice(0, 14)

  return {
    accounts,
    orders: context.table<Order>('orders'),
    payments: context.table<Payment>('payments'),
    refunds: context.table<Refund>('refunds'),
    disputes: context.table<Dispute>('disputes'),
    endpoints: context.table<Endpoint>('endpoints'),
    newId,
    nowSeconds: (): number => Math.floor(context.now().getTime() / 1_000),
    deliver: context.deliver,
    /** The account of a key; null when the key is known with another secret. `…_key2` is another key of the account of what stands before. */
    enter(keyId: string, keySecret: string): Account | null {
      const key = keys.find(keyId) ?? accounts.find(keyId)
      if (key && key.keySecret !== keySecret) return null
      const id = firstKeyOf(keyId)
      if (!key && keyId !== id) keys.put({ id: keyId, keySecret })
      return accounts.find(id) ?? accounts.put({ id, keySecret, accountId: newId('acc_'), isCapturing: true })
    },
    /** The account of a key that a payer's page names, with the secret of that key. */
    named(keyId: string): Account | undefined {
      const account = accounts.find(firstKeyOf(keyId))
      return account && { ...account, keySecret: (keys.find(keyId) ?? account).keySecret }
    },
  }
}
export type Store = ReturnType<typeof openStore>

interface Owned {
  readonly id: string
  readonly keyId: string
}

/** What an account has of a kind, newest first. */
export const of = <Row extends Owned>(table: Table<Row>, account: Account): Row[] =>
  table.list().filter((row) => row.keyId === account.id)

/** One of an account's own; another account's is the same as none. */
export const find = <Row extends Owned>(table: Table<Row>, account: Account, id: string): Row => {
  const row = table.find(id)
  if (row?.keyId !== account.id) throw new Refused('The id provided does not exist')
  return row as Row
}
