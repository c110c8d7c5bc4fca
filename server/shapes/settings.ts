import { z } from 'zod'

export const WebAddress = z.url({ protocol: /^https?$/ })

/** A model's name, as its provider writes it. */
export const ModelName = z.string().regex(/^[\w.:/@-]{1,100}$/, 'must be the name of a model')

/** Where an API is, for a setting: the vendor's own address, unless the operator names another. */
export const addressSetting = (live: string, api: string) => ({
  shape: WebAddress.default(live),
  about: `Base URL of ${api}, or of a compatible service.`,
})
