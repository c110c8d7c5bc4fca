import type { AdLead, LeadAds } from '#ports/lead-ads.ts'
import { ProviderError } from '#ports/provider-error.ts'

/** Whether a lead is a trial, and why Meta does not say it; null: it does. */
export interface Trial {
  readonly isTest: boolean
  readonly doubt: string | null
}

/**
 * Which leads are trials. Meta says it in a list of each form alone, which is asked for once, and only where a lead has no ad behind it.
 * Where it refuses that list, or has not given it by the last try, what was fetched is taken for a lead: one too many is seen, one too
 * few is lost.
 */
export const makeTrials = (ads: LeadAds) => {
  const ofForms = new Map<string, Promise<readonly string[]>>()
  return {
    async isOne(lead: AdLead, formId: string, { isLastTry = false } = {}): Promise<Trial> {
      if (lead.hasAd) return { isTest: false, doubt: null }
      const known = ofForms.get(formId) ?? ads.testLeads(formId)
      ofForms.set(formId, known)
      try {
        return { isTest: (await known).includes(lead.id), doubt: null }
      } catch (error) {
        const isFinal = isRefusal(error)
        // What passes by itself is asked anew.
        if (!isFinal) ofForms.delete(formId)
        if (!(error instanceof ProviderError) || !(isFinal || (isLastTry && isOfListAlone(error)))) throw error
        return { isTest: false, doubt: `Meta does not say whether it is a test. ${error.reason}` }
      }
    },
  }
}

const isRefusal = (error: unknown): boolean =>
  error instanceof ProviderError && (error.kind === 'refused' || error.kind === 'credentials')

const isOfListAlone = ({ kind }: ProviderError): boolean => kind !== 'dead' && kind !== 'busy'

export type Trials = ReturnType<typeof makeTrials>
