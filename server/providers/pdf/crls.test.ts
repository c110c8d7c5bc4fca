import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { issueByOpenssl } from '#test/support/papers.ts'
import { type Certificate, readCertificate } from './certificates.ts'
import { crlFault, readCrl } from './crls.ts'
import { BadDer } from './der.ts'

/*
 * Lists as OpenSSL makes them, of all kinds that authorities publish.
 */

const home = mkdtempSync(path.join(os.tmpdir(), 'foyer-crls-'))
after(() => rmSync(home, { recursive: true }))
const openssl = (...args: string[]): Buffer => execFileSync('openssl', args, { cwd: home, stdio: ['ignore', 'pipe', 'ignore'] })
const ownUrl = 'http://crl.example.com/part-1.crl'
let ca: Certificate
let leaf: Certificate

before(() => {
  const idp = (name: string, ...lines: string[]): string =>
    `[${name}]\nissuingDistributionPoint=critical,@${name}_point\n[${name}_point]\n${lines.join('\n')}\n`
  writeFileSync(
    path.join(home, 'ca.cnf'),
    `[req]\ndistinguished_name=dn\n[dn]\n[root]\nbasicConstraints=critical,CA:true\nkeyUsage=critical,keyCertSign,cRLSign
[leaf]\nbasicConstraints=critical,CA:false\ncrlDistributionPoints=URI:${ownUrl},URI:ldap://crl.example.com/dc=own
[ca]\ndefault_ca=own\n[own]\ndatabase=./index\ndefault_md=sha256\ndefault_crl_days=30\n[plain]\n
${idp('part', `fullname=URI:${ownUrl}`)}${idp('other_part', 'fullname=URI:http://crl.example.com/part-2.crl')}
${idp('users', 'onlyuser=TRUE')}${idp('authorities', 'onlyCA=TRUE')}${idp('indirect', 'indirectCRL=TRUE')}
${idp('reasons', 'onlysomereasons=keyCompromise')}[delta]\n2.5.29.27=critical,DER:020101\n[noted]\n1.2.3.4=DER:0500\n`,
  )
  writeFileSync(path.join(home, 'index'), '')
  issueByOpenssl(openssl, {
    ...{ config: 'ca.cnf', newKey: ['rsa:2048'] },
    root: { subject: '/CN=Root', extensions: 'root' },
    leaf: { file: 'leaf', subject: '/CN=Studio', extensions: 'leaf' },
    leafDays: 80,
  })
  const read = (name: string): Certificate => readCertificate(new X509Certificate(readFileSync(path.join(home, name))).raw)
  ca = read('ca.crt')
  leaf = read('leaf.crt')
})

const made = (section: string, ...more: string[]): Buffer => {
  const by = ['-config', 'ca.cnf', '-keyfile', 'ca.key', '-cert', 'ca.crt', '-crlexts', section]
  openssl('ca', '-gencrl', ...by, ...more, '-out', 'list.pem')
  return openssl('crl', '-in', 'list.pem', '-outform', 'DER')
}
const faultOf = (list: Buffer, at = new Date()) => crlFault(readCrl(list), leaf, ca, at)

test('a list is of all certificates, of those of one place, or of those of no authority; of others it says nothing', () => {
  assert.deepEqual(leaf.crlUrls, [ownUrl])
  for (const [section, fault] of [
    ['plain', null],
    ['noted', null],
    ['part', null],
    ['users', null],
    ['other_part', 'crl_foreign'],
    ['authorities', 'crl_foreign'],
  ] as const)
    assert.deepEqual([section, faultOf(made(section))], [section, fault])
  for (const section of ['indirect', 'reasons', 'delta']) assert.throws(() => readCrl(made(section)), BadDer, section)
})

test('a list of RSA with PSS is read; one with SHA-1, of another time, or made after the certificate has ended proves nothing', () => {
  assert.equal(faultOf(made('plain', '-sigopt', 'rsa_padding_mode:pss')), null)
  assert.equal(faultOf(made('plain', '-md', 'sha512')), null)
  assert.equal(faultOf(made('plain', '-md', 'sha1')), 'crl_forged')
  const day = 86_400_000
  assert.equal(faultOf(made('plain'), new Date(Date.now() + 31 * day)), 'crl_outdated')
  const time = (days: number): string =>
    new Date(Date.now() + days * day)
      .toISOString()
      .replaceAll(/[-:T]|\..*/g, '')
      .slice(2)
  const late = made('plain', '-crl_lastupdate', `${time(81)}Z`, '-crl_nextupdate', `${time(90)}Z`)
  assert.equal(faultOf(late), 'crl_outdated')
  // A list that came out after the seal says more than one of before.
  assert.equal(faultOf(made('plain', '-crl_lastupdate', `${time(10)}Z`, '-crl_nextupdate', `${time(20)}Z`)), null)
})

test('a certificate is revoked from the time on that the list says, with a reason or without', () => {
  const revoke = ['-config', 'ca.cnf', '-keyfile', 'ca.key', '-cert', 'ca.crt', '-crl_reason', 'keyCompromise']
  openssl('ca', '-revoke', 'leaf.crt', ...revoke)
  const list = made('plain')
  assert.equal(faultOf(list), 'revoked')
  assert.equal(faultOf(list, new Date(Date.now() - 3_600_000)), null)
  const bare = Buffer.from(list)
  bare[bare.length - 1] = (bare.at(-1) ?? 0) ^ 1
  assert.equal(faultOf(bare), 'crl_forged')
})
