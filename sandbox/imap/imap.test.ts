import { testImap } from '#test/support/imap-promises.ts'
import { startSandboxImap } from '#test/support/sandbox-mail.ts'

testImap('the sandbox', startSandboxImap, { mixes: 12 })
