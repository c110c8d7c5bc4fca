import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

/** A PKCS#12 file with a self-signed certificate for signing, by `openssl`: `hasTool` says whether that is there. */
export const pkcs12 = async (subject: string, password: string, days = 400): Promise<Buffer> => {
  const cwd = mkdtempSync(path.join(os.tmpdir(), 'foyer-pkcs12-'))
  const openssl = (...args: string[]) => promisify(execFile)('openssl', args, { cwd })
  try {
    await openssl(
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', String(days)],
      ...['-subj', `/${subject}`, '-addext', 'keyUsage=critical,digitalSignature', '-keyout', 'key.pem', '-out', 'crt.pem'],
    )
    await openssl('pkcs12', '-export', '-inkey', 'key.pem', '-in', 'crt.pem', '-passout', `pass:${password}`, '-out', 'id.p12')
    return readFileSync(path.join(cwd, 'id.p12'))
  } finally {
    rmSync(cwd, { recursive: true })
  }
}
