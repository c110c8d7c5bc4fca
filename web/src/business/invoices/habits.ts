/**
 * The choices of the last invoice, kept in this browser for each workspace: the next invoice begins
 * with it.
 */
export interface Habits {
  readonly currency: string
  readonly tax: string
  /** HSN or SAC, in India. */
  readonly code: string
  readonly dueDays: number | null
  readonly locale: string
}

const storeName = (orgId: string): string => `foyer-invoice-habits ${orgId}`

export const readHabits = (orgId: string): Partial<Habits> => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storeName(orgId)) ?? '{}')
    if (typeof kept !== 'object' || kept === null) return {}
    const { currency, tax, code, dueDays, locale } = kept as Record<string, unknown>
    return {
      ...(typeof currency === 'string' && /^[A-Z]{3}$/.test(currency) && { currency }),
      ...(typeof tax === 'string' && tax.length <= 10 && { tax }),
      ...(typeof code === 'string' && /^\d{0,8}$/.test(code) && { code }),
      ...((dueDays === null || typeof dueDays === 'number') && { dueDays }),
      ...(typeof locale === 'string' && locale.length <= 20 && { locale }),
    }
  } catch {
    return {}
  }
}

export const keepHabits = (orgId: string, habits: Habits): void => {
  try {
    localStorage.setItem(storeName(orgId), JSON.stringify(habits))
  } catch {
    // A browser without storage: the next invoice begins as the first one did.
  }
}
