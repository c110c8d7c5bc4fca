/** Where an app may have a person led back to: vendors take https, and a sandbox is also used within a house, by http. */
export const isRedirectUri = (uri: string): boolean => {
  if (!URL.canParse(uri)) return false
  const url = new URL(uri)
  return ['http:', 'https:'].includes(url.protocol) && url.hash === '' && url.username === '' && url.password === ''
}
