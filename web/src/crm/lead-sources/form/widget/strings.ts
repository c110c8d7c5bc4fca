/** What the script tells the console of a page: for those who build it, in English. */
export const consoleWords = {
  refused: (reason: string) => `Foyer form: ${reason}`,
  unreachable: 'Foyer cannot be reached.',
  noForm: 'Foyer form: the script tag has no data-form.',
  noPlace: 'Foyer form: put the script tag where the form should appear, or name a place by data-target.',
}
