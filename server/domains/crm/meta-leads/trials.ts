import type { AdLead, LeadAds } from '#ports/lead-ads.ts'

/** Which leads are trials. Meta says it in a list of each form alone, which is asked for once, and only where a lead has no ad behind it. */
export const makeTrials = (ads: LeadAds) => {
  const ofForms = new Map<string, Promise<readonly string[]>>()
  return {
    async isOne(lead: AdLead, formId: string): Promise<boolean> {
      if (lead.hasAd) return false
      const known = ofForms.get(formId) ?? ads.testLeads(formId)
      ofForms.set(formId, known)
      // What failed is asked anew.
      known.catch(() => ofForms.delete(formId))
      return (await known).includes(lead.id)
    },
  }
}
export type Trials = ReturnType<typeof makeTrials>
