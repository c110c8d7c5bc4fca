import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.ts'

export const calendarServers = { radicale: '/usr/bin/radicale', xandikos: '/usr/bin/xandikos' } as const
export type CalendarServerName = keyof typeof calendarServers

/** Why a test against a server is skipped; false where its program is there. */
export const isMissing = (name: CalendarServerName): string | false =>
  existsSync(calendarServers[name]) ? false : `${name} is not installed`

/** A real calendar server on this machine, with an empty folder of its own. Radicale knows `jo` by the password `right`. */
export const startCalendarServer = async (name: CalendarServerName) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'calendar-server-'))
  const port = await freePort()
  const child = name === 'radicale' ? await startRadicale(folder, port) : startXandikos(folder, port)
  const stop = async (): Promise<void> => {
    const ended = new Promise((done) => child.once('exit', done))
    if (child.exitCode === null && child.kill()) await ended
    await rm(folder, { recursive: true, force: true })
  }
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; ; tries++) {
    const isUp = await fetch(url, { redirect: 'manual' }).then(
      () => true,
      () => false,
    )
    if (isUp) return { url, port, stop }
    if (tries === 150 || child.exitCode !== null) {
      await stop()
      throw new Error(`${name} does not start.`)
    }
    await sleep(100)
  }
}

const startRadicale = async (folder: string, port: number): Promise<ChildProcess> => {
  const [config, users] = [path.join(folder, 'config'), path.join(folder, 'users')]
  await writeFile(users, 'jo:right\n')
  await writeFile(
    config,
    `[server]\nhosts = 127.0.0.1:${port}\n[auth]\ntype = htpasswd\nhtpasswd_filename = ${users}\nhtpasswd_encryption = plain\ndelay = 0\n[storage]\nfilesystem_folder = ${folder}/store\n`,
  )
  return spawn(calendarServers.radicale, ['--config', config], { stdio: 'ignore' })
}

const startXandikos = (folder: string, port: number): ChildProcess =>
  spawn(
    calendarServers.xandikos,
    [
      ...['-d', path.join(folder, 'store'), '-l', '127.0.0.1', '-p', String(port)],
      ...['--current-user-principal', '/jo/', '--defaults'],
    ],
    { stdio: 'ignore' },
  )
