/** How the text of a template is written: its signs are the same in every language. */
export const samples = {
  heading: '# Title',
  bold: '**bold**  *italic*',
  list: '- one',
  table: '| Item | Price |\n|---|---:|\n| Roof | {{PRICE}} |',
  placeholder: '{{CLIENT_NAME}}',
  field: '[[signature client]] [[date client "Date"]]',
  second: '[[signature client-2]]',
  pageBreak: '---',
} as const
