import type { ConnectionOptions } from 'node:tls'
import type { FindMailServer } from '#core/outbound/addresses.ts'
import type { MailServer } from '#ports/mailboxes.ts'
import { ProviderError } from '#ports/provider-error.ts'

/** Where a member's server is, and how it is spoken to. */
export interface ServerAddress {
  /** The address that was checked: the connection goes there, whatever the name answers the next time. */
  readonly address: string
  readonly port: number
  /** TLS from the first byte; elsewhere by STARTTLS. */
  readonly isSecure: boolean
  /** Without TLS no password leaves, but to a server that the operator lists as one of their own network. */
  readonly needsTls: boolean
  /** The name that the certificate must be for. */
  readonly tls: ConnectionOptions
}

export interface ServerParts {
  readonly server: MailServer
  readonly findMailServer: FindMailServer
}

/** 993 is IMAP's with TLS, 465 that of submission (RFC 8314). */
const securePorts = [465, 993]

/** Every address of a server that may be tried. Throws ProviderError where there is none. */
export const addressesOf = async ({ server, findMailServer }: ServerParts): Promise<readonly ServerAddress[]> => {
  const { host, port } = server
  const { addresses, isListed, listensAt = port } = await findMailServer(host, port)
  if (addresses.length === 0)
    throw new ProviderError(
      'unreachable',
      'The mail server cannot be reached: the host does not exist, or is not a public address on port 25, 143, 465, 587 or 993.',
      { code: 'no_address' },
    )
  return addresses.map((address) => ({
    ...{ address, port: listensAt, isSecure: securePorts.includes(port), needsTls: !isListed },
    tls: { servername: host, minVersion: 'TLSv1.2' },
  }))
}

/** The first address that answers. A wrong password is wrong at each. */
export const atFirst = async <T>(
  addresses: readonly ServerAddress[],
  open: (address: ServerAddress) => Promise<T>,
): Promise<T> => {
  let last: unknown
  for (const address of addresses) {
    try {
      return await open(address)
    } catch (error) {
      last = error
      if (!(error instanceof ProviderError && error.kind === 'unreachable')) throw error
    }
  }
  throw last
}

const certificateCode = /^(CERT_.*|.*_CERT.*|.*_SIGNATURE.*|ERR_TLS_CERT.*|SELF_SIGNED.*|UNABLE_TO_.*)$/

/** What every socket can end with. Null: none of these. */
export const socketErrorOf = (title: string, error: unknown): ProviderError | null => {
  const code = (error as { code?: unknown } | null)?.code
  if (typeof code !== 'string') return null
  if (certificateCode.test(code))
    return new ProviderError('unreachable', `The certificate of the ${title} is not valid for its name (${code}).`, {
      ...{ code: 'certificate', cause: error },
    })
  if (/TIMEOUT|ETIMEDOUT|ETIMEOUT/.test(code))
    return new ProviderError('unreachable', `The ${title} timed out.`, { code: 'timed_out', cause: error })
  if (/^E[A-Z]+$/.test(code) || code.startsWith('ERR_SSL') || code.startsWith('ERR_TLS'))
    return new ProviderError('unreachable', `The ${title} cannot be reached (${code}).`, { code: 'no_answer', cause: error })
  return null
}
