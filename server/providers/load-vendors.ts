import type { PortName, Provider } from '#ports/provider.ts'
import { providers } from '#ports/providers.ts'
import type { Vendors } from './vendors.ts'

/** A manifest with what its port is made of: one that loads something else does not compile. */
interface Vendor extends Provider {
  readonly serves: { readonly [Port in PortName]?: () => Promise<Vendors[Port]> }
}

const vendors: readonly Vendor[] = providers

/** The code of those that serve a port, by their names. */
export const loadVendors = async <Port extends PortName>(
  port: Port,
): Promise<ReadonlyMap<string, { readonly vendor: Vendor; readonly code: Vendors[Port] }>> => {
  const loaded = await Promise.all(
    vendors.map(async (vendor) => {
      const load: (() => Promise<Vendors[Port]>) | undefined = vendor.serves[port]
      return load ? ([vendor.name, { vendor, code: await load() }] as const) : null
    }),
  )
  return new Map(loaded.filter((each) => each !== null))
}
