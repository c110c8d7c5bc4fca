import { type FunctionEntry, functionGroups, listForms, operatorRows } from '#shapes/expressions/functions.ts'

const table = (functions: readonly FunctionEntry[]): string =>
  [
    '| Function | | Example | Gives |',
    '|---|---|---|---|',
    ...functions.map(
      ({ signature, summary, example, gives }) =>
        `| ${code(signature)} | ${summary.replaceAll('|', '\\|')} | ${code(example)} | ${code(JSON.stringify(gives))} |`,
    ),
  ].join('\n')

const code = (text: string): string => `\`${text.replaceAll('|', '\\|')}\``

/** docs/expressions.md: the language of workflows, from its own tables. */
export const expressionsPage = (): string => `# Expressions

Conditions of workflows are expressions; texts of their steps may have expressions in \`{{ … }}\`. They read what the run knows (\`trigger\`, \`steps\`, \`vars\`, in a loop \`item\`), compute, and can do nothing else. Each one is checked against the shapes of the catalogue while it is typed and again when the workflow is published.

## Texts

- A text that is one \`{{ … }}\` and nothing else gives the value itself: a number stays a number, a list a list.
- In any other text the values are written as people mean them: an empty one as nothing, a list joined by commas, a number with all its digits, an instant in the zone and language of the workspace. What is put in is never read again.
- In a field for text an expression always gives text. What comes out empty is left out where the field may be missing; a field that is required wants \`default(x, …)\`.

## Empty values

A member that is missing is empty, and so is what would be behind it: \`trigger.data.contact.email\` is empty where there is no contact. Where a function or an operator needs a value, one that may be empty is refused with what to write: \`default(x, 0)\`, or a condition that asks first, as in \`has(x) && x > 3\`.

## Operators

| Write | It gives |
|---|---|
${operatorRows.map(({ form, summary }) => `| ${form.replaceAll('|', '\\|')} | ${summary.replaceAll('|', '\\|')} |`).join('\n')}

## Functions

\`lower(x)\` and \`x.lower()\` are the same.

${functionGroups.map(({ title, functions }) => `### ${title}\n\n${table(functions)}`).join('\n\n')}

### Element by element

${table(listForms)}

## Bounds

An expression has at most 4,096 characters, a text with expressions 65,536. One evaluation has a fixed budget of steps and of text: one that would go through a list for each element of a long list ends with “This takes too much work.” A result has at most 256 KiB.
`
