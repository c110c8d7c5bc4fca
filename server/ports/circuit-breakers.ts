/** `open`: left alone for a moment after it failed again and again. `half_open`: one call finds out whether it is well again. */
export const circuitStates = ['closed', 'open', 'half_open'] as const
export type CircuitState = (typeof circuitStates)[number]

/** How this process gets on with a provider, for one organization, or for one member's account there. */
export interface CircuitBreakers {
  stateOf(account: { readonly orgId: string; readonly provider: string; readonly connectionId: string }): CircuitState
}
