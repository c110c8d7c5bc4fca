import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { metricsToken } from './candidates/ready.ts'
import { processorSeconds, sendLoad, startCandidate } from './processes.ts'
import { openStore } from './store.ts'

/**
 * `node bench/profile.ts`: where the time of a lead goes, in processor time, which a busy machine distorts less than
 * rates. Writes a CPU profile of the server (`--cpu-prof`), and `perf` data of PostgreSQL's intake process where perf
 * is installed.
 *
 *   node bench/profile.ts [--seconds N] [--leads N] [--connections N] [--plain] [--perf] [--explain]
 *
 * Profiling costs time of its own; --plain leaves it out and prints the sums alone.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    leads: { type: 'string', default: '20000' },
    connections: { type: 'string', default: '64' },
    plain: { type: 'boolean', default: false },
    perf: { type: 'boolean', default: false },
    explain: { type: 'boolean', default: false },
  },
})

interface Profile {
  readonly nodes: readonly { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[]
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}

const hottest = (file: string, leads: number): string => {
  const profile = JSON.parse(readFileSync(file, 'utf8')) as Profile
  const names = new Map(
    profile.nodes.map(({ id, callFrame }) => [
      id,
      `${callFrame.functionName || '(anonymous)'} ${callFrame.url.split('/').slice(-2).join('/')}:${callFrame.lineNumber + 1}`,
    ]),
  )
  const times = new Map<string, number>()
  profile.samples.forEach((id, n) => {
    const name = names.get(id) ?? ''
    times.set(name, (times.get(name) ?? 0) + (profile.timeDeltas[n] ?? 0))
  })
  return [...times]
    .filter(([name]) => !name.startsWith('(idle)'))
    .sort((a, b) => b[1] - a[1])
    .slice(0, 40)
    .map(([name, us]) => `${(us / leads).toFixed(2).padStart(7)} µs a lead  ${name}`)
    .join('\n')
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'foyer-profile-'))
const explain = values.explain
  ? {
      session_preload_libraries: 'auto_explain',
      'auto_explain.log_min_duration': '0',
      'auto_explain.log_nested_statements': 'on',
      'auto_explain.log_analyze': 'on',
      'auto_explain.log_timing': 'off',
      'auto_explain.log_triggers': 'on',
      'auto_explain.sample_rate': '0.002',
      log_min_messages: 'log',
    }
  : {}
const store = await openStore((step) => process.stderr.write(`${step}\n`), explain)
try {
  const given = await store.database('bench', Number(values.leads), () => {})
  const foyer = await startCandidate('foyer', given, values.plain ? [] : ['--cpu-prof', `--cpu-prof-dir=${folder}`])
  const order = { what: 'lead' as const, port: foyer.port, key: given.key, connections: Number(values.connections), rate: null }
  const { next } = await sendLoad({ ...order, warmUpMs: 0, measureMs: 2_000, from: 0 })
  const backends = (
    await store.query(
      given,
      `select pid, application_name as name from pg_stat_activity where application_name like 'foyer serve%'`,
    )
  ).rows as { pid: number; name: string }[]
  const intake = backends.find(({ name }) => name.endsWith('intake'))
  const before = new Map(backends.map(({ pid }) => [pid, processorSeconds(pid)]))
  const server = await foyer.usage()
  const data = path.join(folder, 'perf.data')
  const perf = values.perf
    ? spawn('perf', ['record', '-q', '-g', '-p', String(intake?.pid), '-o', data], { stdio: 'ignore' })
    : null
  const since = Date.now()
  const report = await sendLoad({ ...order, warmUpMs: 0, measureMs: Number(values.seconds) * 1_000, from: next })
  const seconds = (Date.now() - since) / 1_000
  if (perf) {
    perf.kill('SIGINT')
    await once(perf, 'exit')
  }
  const leads = report.next - next
  const perLead = (spent: number): string => `${((spent * 1e6) / leads).toFixed(1).padStart(7)} µs a lead`
  const spent = (name: string): number =>
    backends
      .filter((backend) => backend.name === name)
      .reduce((sum, { pid }) => sum + processorSeconds(pid) - (before.get(pid) ?? 0), 0)
  console.log(
    `\n${leads} leads in ${seconds.toFixed(1)} s: ${Math.round(report.perSecond)}/s, p50 ${report.p50} ms, p99 ${report.p99} ms`,
  )
  console.log(`${perLead((await foyer.usage()).cpuSeconds - server.cpuSeconds)}  Node: server`)
  console.log(`${perLead(spent('foyer serve intake'))}  PostgreSQL: intake`)
  console.log(`${perLead(spent('foyer serve'))}  PostgreSQL: pool (keys, limits)`)
  console.log(`${perLead(report.ownCpu * (report.answered / report.perSecond))}  load generator`)
  const metrics = await (
    await fetch(`http://127.0.0.1:${foyer.port}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
  ).text()
  const [, sum] = /foyer_intake_batch_rows_sum (\d+)/.exec(metrics) ?? []
  const [, count] = /foyer_intake_batch_rows_count (\d+)/.exec(metrics) ?? []
  console.log(`${(Number(sum) / Number(count)).toFixed(1).padStart(7)} leads a batch`)
  await foyer.stop()
  await sleep(300)
  const profile = readdirSync(folder).find((name) => name.endsWith('.cpuprofile'))
  if (profile) console.log(`\n${hottest(path.join(folder, profile), next + leads)}`)
  if (values.explain) console.log(readFileSync(path.join(store.dataDir, 'database.log'), 'utf8').slice(-30_000))
  console.log(`\nProfiles: ${folder}`)
} finally {
  await store.stop()
}
