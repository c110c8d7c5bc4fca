import { testImap } from '../support/imap-promises.ts'
import { isDovecotMissing, startDovecot } from '../support/imap-server.ts'

testImap('dovecot', startDovecot, { skip: isDovecotMissing(), mixes: 25 })
