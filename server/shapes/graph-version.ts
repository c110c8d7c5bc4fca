/**
 * The version of Meta's Graph API for leads of ads, here and nowhere else: of 29 July 2026. Versions live about two years
 * (https://developers.facebook.com/docs/graph-api/changelog/versions).
 */
export const graphVersion = 'v26.0'
