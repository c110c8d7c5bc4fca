import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { build } from 'vite'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'foyer-zones-'))
const places = [
  { zone: 'America/Vancouver', day: '01-15', time: '17:00' },
  { zone: 'Africa/Casablanca', day: '06-15', time: '12:00' },
] as const
const year = new Date().getUTCFullYear() + 1
const startsOf = places.map(({ zone, day, time }) => ({ zone, start: `${year}-${day}T${time}:00.000Z` }))

const tellsClocks = `${JSON.stringify(startsOf)}.map(({ zone, start }) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(new Date(start))).join()`
const clocksBy = (node: string): string => {
  try {
    return execFileSync(node, ['-p', tellsClocks], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], env: {} }).trim()
  } catch {
    return ''
  }
}
/** Another Node of this machine, by whose tables clocks of these zones show something else. */
const otherNode = (): string | undefined => {
  const ours = clocksBy(process.execPath)
  const all = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/bin', '/usr/local/bin'].map((each) =>
    path.join(each, 'node'),
  )
  const found = new Set(all.filter((each) => existsSync(each)).map((each) => realpathSync(each)))
  return [...found].find((node) => !['', ours].includes(clocksBy(node)))
}
const other = otherNode()

let app: TestApp
before(async () => {
  app = await startApp()
})
after(async () => {
  rmSync(folder, { recursive: true, force: true })
  await app?.stop()
})

/** What the product does with a booking's clock, as the other Node can run it: in one file, without types. */
const bundle = async (): Promise<string> => {
  const from = path.join(folder, 'entry.ts')
  const here = JSON.stringify(import.meta.dirname)
  writeFileSync(
    from,
    `import { timeColumns } from ${here.slice(0, -1)}/place-booking.ts"
import { agreedMoment, isShifted } from ${here.slice(0, -1)}/shifted-bookings.ts"
const { made, found } = JSON.parse(process.argv[2] ?? '')
console.log(JSON.stringify({
  made: made.map(({ start, zone }) => timeColumns({ minutes: 30 }, new Date(start), zone)),
  found: found.map((row) => {
    const booking = { ...row, starts_at: new Date(row.starts_at) }
    return { isShifted: isShifted(booking), agreed: agreedMoment(booking) }
  }),
}))`,
  )
  await build({
    ...{ root: path.join(import.meta.dirname, '../../../..'), configFile: false, logLevel: 'silent', publicDir: false },
    ssr: { noExternal: true },
    build: {
      ...{ ssr: from, outDir: path.join(folder, 'out'), minify: false, target: 'node20' },
      rolldownOptions: { output: { entryFileNames: 'entry.mjs' } },
    },
  })
  return path.join(folder, 'out/entry.mjs')
}

interface Columns {
  readonly wall_clock: string
  readonly host_zone: string
  readonly tz_version: string
  readonly starts_at: string
}
const shifted = async (who: Someone) =>
  (await app.call('list-shifted-bookings', {}, who)).body.bookings as unknown as {
    booking: { id: string }
    agreed_by: string
  }[]

test('a booking that was made under one zone database is listed as shifted under another one, whichever of the two is older', {
  skip: other ? false : 'there is no other Node here, or its zone tables say the same',
}, async () => {
  const owner = await app.given.organization()
  for (const [n, { zone, start }] of startsOf.entries()) {
    await app.call('set-hours', { timezone: zone, weekly: { mon: [['00:00', '24:00']] } }, owner)
    const wish = { name: 'Rao', email: `rao${n}@example.com`, start, timezone: zone, anyTime: true }
    const answer = await app.call('create-booking', wish, owner)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
  }
  const rows = () =>
    app.database.inOrg(owner.orgId, (db) =>
      db
        .selectFrom('bookings')
        .select(['id', 'starts_at', 'wall_clock', 'host_zone', 'zone', 'booker_wall_clock', 'tz_version'])
        .orderBy('id')
        .execute(),
    )
  assert.deepEqual(await shifted(owner), [])
  // Ours, by their tables: shifted, and the moment that shows what was agreed is another one.
  const found = await rows()
  assert.equal(found.length, startsOf.length)
  const asked = JSON.stringify({ made: startsOf, found })
  const said = execFileSync(other ?? '', [await bundle(), asked], { encoding: 'utf8' })
  const theirs = JSON.parse(said) as { made: Columns[]; found: { isShifted: boolean; agreed: string }[] }
  assert.deepEqual(
    theirs.found.map((each, n) => [each.isShifted, each.agreed === found[n]?.starts_at.toISOString()]),
    startsOf.map(() => [true, false]),
  )
  // Theirs, by our tables.
  await app.database.inOrg(owner.orgId, async (db) => {
    for (const { starts_at, ...columns } of theirs.made) {
      const { wall_clock, host_zone, tz_version } = columns
      assert.notEqual(tz_version, process.versions.tz)
      await db
        .updateTable('bookings')
        .set({ wall_clock, host_zone, tz_version })
        .where('starts_at', '=', new Date(starts_at))
        .execute()
    }
  })
  assert.deepEqual((await shifted(owner)).map(({ booking }) => booking.id).sort(), found.map(({ id }) => id).sort())
})
