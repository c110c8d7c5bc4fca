import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { crashRounds, type Figures } from './rounds.ts'

/**
 * `npm run crash -- [--rounds N] [--seconds N] [--seed N] [--write]`: kills the product again and again under load and
 * counts what is missing afterwards. `--write` puts the figures into docs/reliability.md.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '100' },
    seconds: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    write: { type: 'boolean', default: false },
  },
})

const begun = Date.now()
const say = (line: string): void =>
  void process.stderr.write(`${((Date.now() - begun) / 1_000).toFixed(1).padStart(7)} s  ${line}\n`)
const whole = (n: number): string => Math.round(n).toLocaleString('en')

const table = (figures: Figures): string =>
  [
    '| Killed with SIGKILL under load | Times | Ready again after, median | longest |',
    '|---|---:|---:|---:|',
    ...Object.entries(figures.kills).map(([target, times]) => {
      const { median, longest } = figures.backAfterMs[target as keyof Figures['kills']]
      return `| ${target} | ${times} | ${whole(median)} ms | ${whole(longest)} ms |`
    }),
    '',
    '| Load | |',
    '|---|---:|',
    `| posts | ${whole(figures.posts)} |`,
    `| acknowledged (200) | ${whole(figures.acknowledged)} |`,
    `| rejected while the database was down (503) | ${whole(figures.refused)} |`,
    `| no response, because the server had died | ${whole(figures.unanswered)} |`,
    `| other answers | ${
      Object.entries(figures.wrongStatuses)
        .map(([status, count]) => `${count} × ${status}`)
        .join(', ') || 0
    } |`,
    `| different external_ids | ${whole(figures.externalIds)} |`,
    `| files imported meanwhile | ${whole(figures.files)} |`,
    `| contact keys put back as earlier versions kept them, and moved again meanwhile | ${whole(figures.putBack)} |`,
    `| runs of a workflow that leads started | ${whole(figures.runs)} |`,
    '',
    '| Found afterwards | must be 0 |',
    '|---|---:|',
    ...Object.entries(figures.found).map(([what, count]) => `| ${what} | ${count} |`),
    `| processes left after SIGTERM, which took ${whole(figures.stopMs)} ms | ${figures.leftProcesses} |`,
    '',
  ].join('\n')

const page = (figures: Figures): string => `# Reliability

A 200 from \`POST /v1/leads\` means that the lead is stored durably, whatever process dies next.

## Crash test

\`npm run crash -- --rounds ${values.rounds}${values.seconds ? ` --seconds ${values.seconds}` : ''} --seed ${figures.seed}\` on ${new Date().toISOString().slice(0, 10)}, commit ${commit()}: ${figures.rounds} rounds in ${whole(figures.seconds)} s on
${os.cpus().length} × ${os.cpus()[0]?.model ?? 'unknown'}, Node ${process.version}, the embedded PostgreSQL with its own settings.

In each round 24 connections post leads (most of them new, some repeated, some by six connections at once, some also in a file that is being
imported), a part of the rows is put back as earlier versions kept them and moved again, every acknowledged one is written to a ledger, and after 0.3 to 3 s something is killed with SIGKILL.
The load never stops. At the end the ledger is compared with the database, and the database with itself.

${table(figures)}
${otherPromises()}`

const reliabilityFile = path.join(import.meta.dirname, '../../docs/reliability.md')

/** Written by hand, and kept: only the figures come from here. */
const otherPromises = (): string => {
  const text = readFileSync(reliabilityFile, 'utf8')
  return text.slice(text.indexOf('## Other promises'))
}

const commit = (): string => {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8', cwd: import.meta.dirname }).trim()
  } catch {
    return 'unknown'
  }
}

const figures = await crashRounds({
  rounds: Number(values.rounds),
  ...(values.seconds && { seconds: Number(values.seconds) }),
  seed: Number(values.seed),
  say,
})
process.stdout.write(`\nSeed ${figures.seed}: ${figures.rounds} rounds in ${whole(figures.seconds)} s\n\n${table(figures)}\n`)
if (values.write) {
  writeFileSync(reliabilityFile, page(figures))
  say('written to docs/reliability.md')
}
const broken =
  Object.values(figures.found).some((count) => count !== 0) ||
  Object.keys(figures.wrongStatuses).length > 0 ||
  figures.leftProcesses > 0
process.exitCode = broken ? 1 : 0
