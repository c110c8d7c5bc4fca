import type { DocumentDetail } from '#web/wire.ts'
import classes from './documents.module.css'
import { strings } from './strings.ts'

/** Where a document differs from its template, line by line: folded, because it is long where much was filled in. */
export const Changes = ({ document: { changed_text: changes } }: { document: DocumentDetail }) => {
  if (changes.length === 0) return <p className="dim">{strings.noChanges}</p>
  return (
    <details>
      <summary>{strings.changedLines(changes.length)}</summary>
      <ul className={classes.changes}>
        {changes.map(({ line, was, is }) => (
          <li key={line}>
            <div className="dim">{strings.line(line)}</div>
            <div>
              <del>
                <bdi>{was}</bdi>
              </del>
            </div>
            <div>
              <ins>
                <bdi>{is}</bdi>
              </ins>
            </div>
          </li>
        ))}
      </ul>
    </details>
  )
}
