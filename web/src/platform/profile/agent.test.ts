import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agentInWords, kindOfAgent } from './agent.ts'

test('a session is named as a person would name the device, whatever browsers claim to be besides', () => {
  const apple = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
  const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0'
  for (const [agent, said, kind] of [
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0', 'Firefox on Windows', 'desktop'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/141.0.0.0`, 'Edge on Windows', 'desktop'],
    [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${chrome} Safari/537.36`, 'Chrome on macOS', 'desktop'],
    [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${apple} Version/26.0 Safari/605.1.15`, 'Safari on macOS', 'desktop'],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${apple} Version/26.0 Mobile/15E148 Safari/604.1`,
      'Safari on iPhone',
      'mobile',
    ],
    [
      `Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) ${apple} CriOS/141.0 Mobile/15E148 Safari/604.1`,
      'Chrome on iPad',
      'mobile',
    ],
    [`Mozilla/5.0 (Linux; Android 10; K) ${chrome} Mobile Safari/537.36`, 'Chrome on Android', 'mobile'],
    [`Mozilla/5.0 (X11; Linux x86_64) ${chrome} Safari/537.36 OPR/120.0`, 'Opera on Linux', 'desktop'],
    ['curl/8.16.0', 'Program (curl)', 'program'],
    ['<script>alert(1)</script>', 'Program (…)', 'program'],
    [null, 'Unknown device', 'program'],
  ] as const) {
    assert.equal(agentInWords(agent), said)
    assert.equal(kindOfAgent(agent), kind)
  }
})
