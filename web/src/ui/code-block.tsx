import { CopyButton } from './copy-button.tsx'
import classes from './parts.module.css'
import { strings } from './strings.ts'

/** Something to take along to the letter: monospaced, wrapped, with a button that copies it. `label` names it for those who listen. */
export const CodeBlock = ({
  text,
  label,
  maxHeight,
  copyText = text,
}: {
  text: string
  label: string
  /** Any CSS length; taller text scrolls. */
  maxHeight?: string
  /** Copied in place of what is shown. */
  copyText?: string
}) => (
  <div className={classes.code}>
    {/* biome-ignore lint/a11y/useSemanticElements: a section would lose the pre */}
    <pre
      className={classes.codeText}
      style={{ '--code-max': maxHeight } as React.CSSProperties}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      {text}
    </pre>
    <div className={classes.codeCopy}>
      <CopyButton text={copyText} label={strings.copyThis(label)} />
    </div>
  </div>
)
