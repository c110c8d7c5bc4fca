import type { ReactNode } from 'react'
import { Logo } from '#web/shell/logo.tsx'
import { OfflineNotice } from '#web/shell/offline-notice.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import classes from './setup.module.css'

/** The frame of the pages in front of the shell: one panel, one thing to do. */
export const SignInFrame = ({
  title,
  lead,
  aside,
  children,
}: {
  title: string
  lead?: ReactNode
  aside?: ReactNode
  children?: ReactNode
}) => (
  <div className={classes.ground}>
    <div>
      <OfflineNotice />
      <div className={classes.brand}>
        <Logo size={30} />
        Foyer
      </div>
    </div>
    <main className={classes.frame}>
      <div className={classes.panel}>
        <PageHeader title={title} lead={lead} width="panel" />
        {children}
      </div>
      {aside && <div className={classes.aside}>{aside}</div>}
    </main>
  </div>
)
