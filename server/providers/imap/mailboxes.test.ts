import { testImap } from '#test/support/imap-promises.ts'
import { startSmallImapServer } from '#test/support/imap-server.ts'

testImap('a server that counts no changes', startSmallImapServer, { mixes: 6 })
