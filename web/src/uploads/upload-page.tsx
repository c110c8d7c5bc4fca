import { PageHeader } from '../parts/page-header.tsx'

/** One uploaded file. */
export const UploadPage = () => <PageHeader title="Upload" />
