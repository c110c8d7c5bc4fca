import { X509Certificate } from 'node:crypto'

const pem = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g

/** The certificates in a file as DER: those of a PEM, or the one that the file is. */
export const rootsIn = (file: Buffer): readonly Buffer[] => {
  const text = file.toString('latin1')
  const found: readonly (string | Buffer)[] = text.includes('-----BEGIN') ? (text.match(pem) ?? []) : [file]
  try {
    return found.map((each) => new X509Certificate(each).raw)
  } catch {
    return []
  }
}
