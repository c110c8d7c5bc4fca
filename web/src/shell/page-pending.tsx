import { Loader } from '@mantine/core'

/** Shown only when a page takes long to come. */
export const PagePending = () => (
  <div role="status" aria-label="Loading" style={{ display: 'grid', placeItems: 'center', minHeight: '40vh' }}>
    <Loader type="dots" />
  </div>
)
