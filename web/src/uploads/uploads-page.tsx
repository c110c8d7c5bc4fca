import { PageHeader } from '../parts/page-header.tsx'

/** The files that were uploaded. */
export const UploadsPage = () => <PageHeader title="Uploads" />
