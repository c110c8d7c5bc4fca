/**
 * The version of HubSpot's API, here and nowhere else. Numbered paths end in 2027 (associations v4 on 30 March, v3 in September); the dated
 * ones have the same shapes and are kept for 18 months (https://developers.hubspot.com/docs/developer-tooling/platform/versioning).
 */
const version = '2026-03'

export const objectsPath = `/crm/objects/${version}`
export const associationsPath = `/crm/associations/${version}`
export const propertiesPath = `/crm/properties/${version}`
export const pipelinesPath = `/crm/pipelines/${version}`
export const ownersPath = `/crm/owners/${version}`
export const accountPath = `/account-info/${version}/details`
