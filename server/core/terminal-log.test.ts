import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeLog } from './log.ts'
import { terminalLine } from './terminal-log.ts'

test('on a terminal a line of the log is short: time of day, event, fields; a line that is not JSON stays as it is', () => {
  const lines: string[] = []
  const log = makeLog({ level: 'info', destination: { write: (line: string) => void lines.push(terminalLine(line)) } })
  log.info({ leads: 3 }, 'pruned')
  log.warn({ code: 'x' }, 'slow')
  log.error({ err: new Error('no such table') }, 'job failed')
  log.debug('job done')
  assert.equal(lines.length, 3)
  assert.match(lines[0] ?? '', /^ {2}\d\d:\d\d:\d\d {2}pruned {2}leads=3\n$/)
  assert.match(lines[1] ?? '', /warn {2}slow {2}code=x/)
  assert.match(lines[2] ?? '', /error {2}job failed {2}\(no such table\)[\s\S]*terminal-log\.test\.ts/)
  assert.equal(terminalLine('not json\n'), 'not json\n')
})
