import { ImapFlow } from 'imapflow'
import { ready } from './ready.ts'

/** Downloads every mail of an account, folder by folder, with nothing but the library, and says how long it took. */
const port = Number(process.env.FOYER_BENCH_IMAP)
const client = new ImapFlow({
  ...{ host: '127.0.0.1', port, secure: false, logger: false, doSTARTTLS: false },
  auth: { user: 'team@bench.example', pass: 'right' },
})
client.on('error', () => {})
await client.connect()
const begun = performance.now()
let [mails, bytes] = [0, 0]
for (const { path } of await client.list()) {
  const lock = await client.getMailboxLock(path, { readOnly: true })
  if (client.mailbox !== false && client.mailbox.exists > 0)
    // In parts, since the server writes what is asked for at once.
    for (let first = 1; first <= client.mailbox.exists; first += 50) {
      const part = `${first}:${Math.min(first + 49, client.mailbox.exists)}`
      for await (const { source } of client.fetch(part, { uid: true, flags: true, internalDate: true, source: true })) {
        mails++
        bytes += source?.length ?? 0
      }
    }
  lock.release()
}
const seconds = (performance.now() - begun) / 1_000
client.close()
ready(0, () => Promise.resolve())
process.send?.({ mails, bytes, seconds })
