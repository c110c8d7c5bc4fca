import { Loader } from '@mantine/core'
import { strings } from '../ui/strings.ts'

/** Shown only when a page takes long to come. */
export const PagePending = () => (
  <div role="status" aria-label={strings.loading} style={{ display: 'grid', placeItems: 'center', minHeight: '40vh' }}>
    <Loader type="dots" />
  </div>
)
