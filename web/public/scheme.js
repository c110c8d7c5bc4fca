// Runs before the first paint, so that a dark screen never flashes white. A file, because the page allows no inline scripts.
;(() => {
  let kept = null
  try {
    kept = localStorage.getItem('foyer-scheme')
  } catch {}
  const dark = kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
  // Before anybody is signed in there is no frame around a page.
  if (/^\/(sign-in|set-up|set-password|forgot-password|accept-invite)/.test(location.pathname))
    document.documentElement.setAttribute('data-frame', 'none')
})()
